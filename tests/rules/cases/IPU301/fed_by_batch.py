import numpy as np
from tensorflow import keras

x, y = np.zeros((320, 3), "float32"), np.zeros(320, "float32")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
for start in range(0, 320, 32):
    model.train_on_batch(x[start : start + 32], y[start : start + 32])
model.evaluate(x, y)
