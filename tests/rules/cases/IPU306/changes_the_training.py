import tensorflow as tf
from tensorflow import keras

K = keras.backend


class Rising(keras.callbacks.Callback):
    def on_batch_end(self, batch, logs):
        K.set_value(self.model.optimizer.learning_rate, self.model.optimizer.learning_rate * 1.005)


class Cyclic(keras.callbacks.Callback):
    def on_train_batch_begin(self, batch, logs=None):
        self.model.optimizer.learning_rate = 0.1 if batch % 2 else 0.01


class Decay(keras.callbacks.Callback):
    def on_train_batch_end(self, batch, logs=None):
        self.model.optimizer.lr.assign(0.1 / (batch + 1))


class StopsOnNaN(keras.callbacks.Callback):
    def on_train_batch_end(self, batch, logs=None):
        if logs["loss"] != logs["loss"]:
            self.model.stop_training = True


class Rates(keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.rates = []

    def on_train_batch_end(self, batch, logs=None):
        rate = K.get_value(self.model.optimizer.learning_rate)
        self.rates.append(rate)
        self.last = rate


model = keras.models.load_model("model.h5")
model.fit([0.0], [0.0], callbacks=[Rising(), Cyclic(), Decay(), StopsOnNaN(), Rates()])
# output
import tensorflow as tf
from tensorflow import keras

K = keras.backend


class Rising(keras.callbacks.Callback):
    # gpu2ipu: IPU306 `on_batch_end` is called once per execution of `steps_per_execution` batches on an IPU: it changes the training less often, and the port learns something else; use a `LearningRateSchedule` or `steps_per_execution=1`
    def on_batch_end(self, batch, logs):
        K.set_value(self.model.optimizer.learning_rate, self.model.optimizer.learning_rate * 1.005)


class Cyclic(keras.callbacks.Callback):
    # gpu2ipu: IPU306 `on_train_batch_begin` is called once per execution of `steps_per_execution` batches on an IPU: it changes the training less often, and the port learns something else; use a `LearningRateSchedule` or `steps_per_execution=1`
    def on_train_batch_begin(self, batch, logs=None):
        self.model.optimizer.learning_rate = 0.1 if batch % 2 else 0.01


class Decay(keras.callbacks.Callback):
    # gpu2ipu: IPU306 `on_train_batch_end` is called once per execution of `steps_per_execution` batches on an IPU: it changes the training less often, and the port learns something else; use a `LearningRateSchedule` or `steps_per_execution=1`
    def on_train_batch_end(self, batch, logs=None):
        self.model.optimizer.lr.assign(0.1 / (batch + 1))


class StopsOnNaN(keras.callbacks.Callback):
    # gpu2ipu: IPU306 `on_train_batch_end` is called once per execution of `steps_per_execution` batches on an IPU: it changes the training less often, and the port learns something else; use a `LearningRateSchedule` or `steps_per_execution=1`
    def on_train_batch_end(self, batch, logs=None):
        if logs["loss"] != logs["loss"]:
            self.model.stop_training = True


class Rates(keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.rates = []

    # gpu2ipu: IPU306 `on_train_batch_end` is called once per execution of `steps_per_execution` batches on an IPU: it counts or records less often
    def on_train_batch_end(self, batch, logs=None):
        rate = K.get_value(self.model.optimizer.learning_rate)
        self.rates.append(rate)
        self.last = rate


model = keras.models.load_model("model.h5")
model.fit([0.0], [0.0], callbacks=[Rising(), Cyclic(), Decay(), StopsOnNaN(), Rates()])
