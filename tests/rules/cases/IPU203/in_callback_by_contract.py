import sys
import numpy as np
import plots
from tensorflow import keras


class Show(keras.callbacks.Callback):
    def on_train_end(self, logs=None):
        x = np.load("x_test.npy")
        plots.show(self.model.predict(x))


x, y = np.load("x.npy").astype("float32"), np.load("y.npy").astype("float32")
model = keras.Sequential([keras.layers.Dense(1, input_shape=(5,))])
model.compile("adam", "mse")
model.fit(x, y, epochs=3, callbacks=plots.all_callbacks(Show))
# output
import sys
import numpy as np
import plots
from tensorflow import keras


def predict_all_rows(model, x, batch_size=None, **options):
    """Predict all samples in full batches: the last batch is padded, and the padding dropped from the result."""
    rows, batch_size = len(x), batch_size or 32
    padded = np.concatenate([x] + [x[-1:]] * (-rows % batch_size))
    return model.predict(padded, batch_size=batch_size, **options)[:rows]


class Show(keras.callbacks.Callback):
    def on_train_end(self, logs=None):
        x = np.load("x_test.npy")
        plots.show(predict_all_rows(self.model, x))


x, y = np.load("x.npy").astype("float32"), np.load("y.npy").astype("float32")
model = keras.Sequential([keras.layers.Dense(1, input_shape=(5,))])
model.compile("adam", "mse")
model.fit(x, y, epochs=3, callbacks=plots.all_callbacks(Show))
