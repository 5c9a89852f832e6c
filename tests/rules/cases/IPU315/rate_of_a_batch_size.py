import numpy as np
from tensorflow import keras


def rate_for(batch):
    return 0.1 * batch / 256


x, y = np.random.rand(150, 5), np.random.rand(150, 1)
batch_size = 32
scaled = keras.optimizers.schedules.CosineDecay(rate_for(batch_size), len(x) // batch_size * 4)
rate = keras.optimizers.schedules.CosineDecay(0.1 * batch_size / 256, len(x) // batch_size * 4)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.SGD(rate), "mse")
model.fit(x, y, batch_size=batch_size, epochs=4)
