# flags: --micro-batch 8
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

x, y = np.random.rand(1010, 4).astype("float32"), np.random.rand(1010).astype("float32")
u, v = np.load("u.npy"), np.load("v.npy")
import os

first = keras.Sequential([layers.Dense(1)])
first.compile("sgd", "mse")
first.fit(x, y, batch_size=64)
first.fit(x, y, batch_size=128)
size = int(os.environ["SIZE"])
second = keras.Sequential([layers.Dense(1)])
second.compile("sgd", "mse")
second.fit(x, y, batch_size=size)
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

x, y = np.random.rand(1010, 4).astype("float32"), np.random.rand(1010).astype("float32")
u, v = np.load("u.npy"), np.load("v.npy")
import os

first = keras.Sequential([layers.Dense(1)])
first.compile("sgd", "mse")
# gpu2ipu: IPU310 `fit` computes its batch of 64 samples at once, and it cannot be split into micro-batches: its model is also trained on batches of another size: use --gradient-accumulation
first.fit(x, y, batch_size=64)
# gpu2ipu: IPU310 `fit` computes its batch of 128 samples at once, and it cannot be split into micro-batches: its model is also trained on batches of another size: use --gradient-accumulation
first.fit(x, y, batch_size=128)
size = int(os.environ["SIZE"])
second = keras.Sequential([layers.Dense(1)])
second.compile("sgd", "mse")
# gpu2ipu: IPU310 `fit` computes its batch at once, and it cannot be split into micro-batches: cannot determine its batch size, which --micro-batch needs: use --gradient-accumulation
second.fit(x, y, batch_size=size)
