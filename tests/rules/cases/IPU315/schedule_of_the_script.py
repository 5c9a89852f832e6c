import math
import numpy as np
from tensorflow import keras

x, y = np.random.rand(150, 5).astype("float32"), np.random.rand(150, 1).astype("float32")
epochs, batch = 4, 32


class WarmUp(keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, peak, total):
        self.peak, self.total = peak, total

    def __call__(self, step):
        return self.peak * (1 - step / self.total)


rate = WarmUp(0.05, epochs * math.ceil(x.shape[0] / batch))
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.SGD(rate), "mse")
model.fit(x, y, batch_size=batch, epochs=epochs)
# output
import math
import numpy as np
from tensorflow import keras

x, y = np.random.rand(150, 5).astype("float32"), np.random.rand(150, 1).astype("float32")
epochs, batch = 4, 32


class WarmUp(keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, peak, total):
        self.peak, self.total = peak, total

    def __call__(self, step):
        return self.peak * (1 - step / self.total)


rate = WarmUp(0.05, epochs * (x.shape[0] // batch))
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.SGD(rate), "mse")
model.fit(x, y, batch_size=batch, epochs=epochs)
