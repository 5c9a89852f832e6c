# flags: --all-rules
import numpy as np
from tensorflow import keras
from tensorflow.keras.callbacks import Callback


class Scores(Callback):
    def __init__(self, val):
        self.val = val
        self.best = 0

    def on_epoch_end(self, epoch, logs):
        x, y = self.val
        scores = np.asarray(self.model.predict(x)).round()
        loss = self.model.evaluate(x, y, verbose=0)
        print(epoch, (scores == y).mean(), loss)


def main():
    x, y = np.random.rand(300, 5).astype("float32"), np.random.rand(300, 1).astype("float32")
    xv, yv = np.random.rand(77, 5).astype("float32"), np.random.rand(77, 1).astype("float32")
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(5,))])
    model.compile("adam", "mse")
    callbacks = [keras.callbacks.EarlyStopping(), Scores((xv, yv))]
    model.fit(x, y, epochs=3, callbacks=callbacks, validation_data=(xv, yv))


main()
# output
import numpy as np
from tensorflow import keras
from tensorflow.keras.callbacks import Callback
from tensorflow.python import ipu


class Scores(Callback):
    def __init__(self, val):
        self.val = val
        self.best = 0

    def on_epoch_end(self, epoch, logs):
        x, y = self.val
        scores = np.asarray(self.model.predict(x, batch_size=77)).round()
        loss = self.model.evaluate(x, y, verbose=0, batch_size=77)
        print(epoch, (scores == y).mean(), loss)


def main():
    x, y = np.random.rand(300, 5).astype("float32"), np.random.rand(300, 1).astype("float32")
    xv, yv = np.random.rand(77, 5).astype("float32"), np.random.rand(77, 1).astype("float32")

    ipu_config = ipu.config.IPUConfig()
    ipu_config.auto_select_ipus = 1
    ipu_config.configure_ipu_system()
    strategy = ipu.ipu_strategy.IPUStrategy()

    train_steps = len(x) // 32
    train_size = train_steps * 32
    with strategy.scope():
        model = keras.Sequential([keras.layers.Dense(1, input_shape=(5,))])
        model.compile("adam", "mse", steps_per_execution=train_steps)
    callbacks = [keras.callbacks.EarlyStopping(), Scores((xv, yv))]
    model.fit(x[:train_size], y[:train_size], epochs=3, callbacks=callbacks, validation_data=(xv, yv), validation_batch_size=77)


main()
