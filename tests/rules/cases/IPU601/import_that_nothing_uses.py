import numpy as np
from tensorflow import keras
from tensorflow.keras.optimizers import SGD, AdamW

x = np.random.rand(960, 4).astype("float32")
y = x.sum(axis=1)
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile(SGD(0.1), "mse")
model.fit(x, y, batch_size=32)
# output
import numpy as np
from tensorflow import keras
from tensorflow.keras.optimizers import SGD

x = np.random.rand(960, 4).astype("float32")
y = x.sum(axis=1)
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile(SGD(0.1), "mse")
model.fit(x, y, batch_size=32)
