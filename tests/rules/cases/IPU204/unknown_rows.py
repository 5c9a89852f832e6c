import numpy as np
from tensorflow import keras

x_train, y_train = np.zeros((960, 4)), np.zeros((960, 1))
x_test, y_test = np.load("x.npy"), np.load("y.npy")
model = keras.models.load_model("model.h5")
model.fit(x_train, y_train, validation_data=(x_test, y_test))
# output
import numpy as np
from tensorflow import keras


def even_batch_size(rows, batch_size):
    """Return a batch size near `batch_size` that divides `rows`; `batch_size` itself if there is none."""
    if rows < 1:
        raise ValueError("there are fewer samples than batches that are taken together")
    whole = min(rows, batch_size)
    near = [*range(whole, (whole - 1) // 2, -1), *range(batch_size + 1, 4 * batch_size + 1)]
    return next((size for size in near if rows % size == 0), whole)


x_train, y_train = np.zeros((960, 4)), np.zeros((960, 1))
x_test, y_test = np.load("x.npy"), np.load("y.npy")
model = keras.models.load_model("model.h5")
x_test_batch_size = even_batch_size(len(x_test), 32)
x_test_size = len(x_test) // x_test_batch_size * x_test_batch_size
model.fit(x_train, y_train, validation_data=(x_test[:x_test_size], y_test[:x_test_size]), validation_batch_size=x_test_batch_size)
