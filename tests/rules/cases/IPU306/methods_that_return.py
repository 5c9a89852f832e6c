from tensorflow import keras


class Counts(keras.callbacks.Callback):
    def on_batch_begin(self, batch, logs={}):
        return

    def on_train_batch_end(self, batch, logs=None):
        """Nothing."""
        return None


keras.models.load_model("model.h5").fit([0.0], [0.0], callbacks=[Counts()])
