from tensorflow import keras
from tensorflow.keras.callbacks import Callback


class Count(Callback):
    def on_epoch_end(self, epoch, logs=None):
        print(self.count)


class CountBatches(Count):
    count = 0

    def on_batch_end(self, batch, logs=None):
        self.count += 1

    def on_test_batch_begin(self, batch, logs=None):
        print(batch)

    def on_predict_batch_end(self, batch, logs=None):
        """Nothing yet."""
        pass


model = keras.models.load_model("model.h5")
model.fit([0.0], [0.0], callbacks=[CountBatches()])
# output
from tensorflow import keras
from tensorflow.keras.callbacks import Callback


class Count(Callback):
    def on_epoch_end(self, epoch, logs=None):
        print(self.count)


class CountBatches(Count):
    count = 0

    # gpu2ipu: IPU306 `on_batch_end` is called once per execution of `steps_per_execution` batches on an IPU: it counts or records less often
    def on_batch_end(self, batch, logs=None):
        self.count += 1

    # gpu2ipu: IPU306 `on_test_batch_begin` is called once per execution of `steps_per_execution` batches on an IPU: it counts or records less often
    def on_test_batch_begin(self, batch, logs=None):
        print(batch)

    def on_predict_batch_end(self, batch, logs=None):
        """Nothing yet."""
        pass


model = keras.models.load_model("model.h5")
model.fit([0.0], [0.0], callbacks=[CountBatches()])
