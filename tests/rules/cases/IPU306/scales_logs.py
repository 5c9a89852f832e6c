from tensorflow import keras


class Unscaled(keras.callbacks.Callback):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def on_train_batch_end(self, batch, logs=None):
        """Show the loss as it was before it was scaled."""
        if logs:
            logs["loss"] = logs["loss"] / self.factor

    def on_test_batch_end(self, batch, logs=None):
        logs["loss"] /= self.factor


class Counted(keras.callbacks.Callback):
    def on_train_batch_end(self, batch, logs=None):
        logs["seen"] = batch * 32


model = keras.models.load_model("model.h5")
model.fit([0.0], [0.0], callbacks=[Unscaled(128), Counted()])
# output
from tensorflow import keras


class Unscaled(keras.callbacks.Callback):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def on_train_batch_end(self, batch, logs=None):
        """Show the loss as it was before it was scaled."""
        if logs:
            logs["loss"] = logs["loss"] / self.factor

    def on_test_batch_end(self, batch, logs=None):
        logs["loss"] /= self.factor


class Counted(keras.callbacks.Callback):
    # gpu2ipu: IPU306 `on_train_batch_end` is called once per execution of `steps_per_execution` batches on an IPU: it counts or records less often
    def on_train_batch_end(self, batch, logs=None):
        logs["seen"] = batch * 32


model = keras.models.load_model("model.h5")
model.fit([0.0], [0.0], callbacks=[Unscaled(128), Counted()])
