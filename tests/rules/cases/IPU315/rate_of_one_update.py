import math

import numpy as np
from tensorflow import keras

x, y = np.random.rand(150, 5), np.random.rand(150, 1)
steps = math.ceil(len(x) / 32)


class Slower(keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, peak):
        super().__init__()
        self.peak = peak

    def __call__(self, step):
        return self.peak / (1 + step)


rate = Slower(0.05)
decayed = keras.optimizers.schedules.ExponentialDecay(0.05, 3, 0.9)
print(float(decayed(steps // 2)), float(rate((steps - 1) / 2)), [float(decayed(step // 2 * 2)) for step in range(9)])
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.SGD(rate), "mse")
model.fit(x, y, batch_size=32, epochs=4)
