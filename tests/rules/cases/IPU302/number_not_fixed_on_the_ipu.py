import numpy as np
from tensorflow import keras
from tensorflow.python import ipu

x, y = np.load("x.npy"), np.load("y.npy")
strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=32)
size = len(x) // 512 * 512
model.fit(x[:size], y[:size], batch_size=16)
