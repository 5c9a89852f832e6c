from tensorflow import keras


class Count(keras.callbacks.Callback):
    def on_train_batch_end(self, batch, logs=None):
        print(batch)


keras.models.load_model("model.h5").fit([0.0], [0.0])
