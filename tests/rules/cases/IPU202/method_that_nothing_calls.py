import numpy as np
from tensorflow import keras


class Trainer:
    def run(self):
        model = keras.Sequential([keras.layers.Dense(1)])
        model.compile("sgd", "mse")
        model.fit(np.zeros((64, 3)), np.zeros(64))

    def test(self, model, x, y):
        return model.evaluate(x, y)

    def named(self, model, x, y):
        return model.evaluate(x, y)


class Other(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs):
        self.held.evaluate(epoch, logs)


Trainer().run()
getattr(Trainer(), "named")
# output
import numpy as np
from tensorflow import keras


class Trainer:
    def run(self):
        model = keras.Sequential([keras.layers.Dense(1)])
        model.compile("sgd", "mse")
        model.fit(np.zeros((64, 3)), np.zeros(64))

    def test(self, model, x, y):
        return model.evaluate(x, y)

    def named(self, model, x, y):
        # gpu2ipu: IPU202 cannot determine whether `model.evaluate` is called on a Keras model; if it is, make sure that its batches are full
        return model.evaluate(x, y)


class Other(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs):
        self.held.evaluate(epoch, logs)


Trainer().run()
getattr(Trainer(), "named")
