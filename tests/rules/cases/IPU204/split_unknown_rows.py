import numpy as np
from tensorflow import keras

x, y = np.load("x.npy"), np.load("y.npy")
model = keras.models.load_model("model.h5")
model.fit(x, y, validation_split=0.1)
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


x, y = np.load("x.npy"), np.load("y.npy")
model = keras.models.load_model("model.h5")
train_rows = int(len(x) * 0.9)
validation_batch_size = even_batch_size(len(x) - train_rows, 32)
validation_rows = (len(x) - train_rows) // validation_batch_size * validation_batch_size
train_size = train_rows // 32 * 32
model.fit(x[:train_size], y[:train_size], validation_data=(x[train_rows : train_rows + validation_rows], y[train_rows : train_rows + validation_rows]), validation_batch_size=validation_batch_size)
