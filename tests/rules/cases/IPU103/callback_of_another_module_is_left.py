from tensorflow import keras


class RestoreBest(keras.callbacks.Callback):
    def __init__(self, path):
        super().__init__()
        self.path, self.best = path, None

    def on_train_begin(self, logs=None):
        self.model.load_weights(self.path)

    def on_epoch_end(self, epoch, logs=None):
        if logs["loss"] < 0.1:
            self.best = self.model.get_weights()

    def on_train_end(self, logs=None):
        if self.best is not None:
            self.model.set_weights(self.best)
