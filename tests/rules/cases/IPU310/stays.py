# flags: --gradient-accumulation 4
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

x, y = np.random.rand(1010, 4).astype("float32"), np.random.rand(1010).astype("float32")
u, v = np.load("u.npy"), np.load("v.npy")
model = keras.Sequential([layers.Dense(1)])
model.compile("sgd", "mse")
model.set_gradient_accumulation_options(2, gradient_accumulation_reduction_method="mean")
model.fit(x, y, batch_size=64)
other = keras.Sequential([layers.Dense(1)])
other.compile("sgd", "mse")
other.evaluate(x, y)
