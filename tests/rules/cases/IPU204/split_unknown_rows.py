import numpy as np
from tensorflow import keras

x, y = np.load("x.npy"), np.load("y.npy")
model = keras.models.load_model("model.h5")
model.fit(x, y, validation_split=0.1)
# output
import numpy as np
from tensorflow import keras


def even_batch_size(rows, batch_size):
    """Return a batch size near `batch_size` that divides `rows`, so that no batch is partial."""
    below = max(size for size in range(1, min(rows, batch_size) + 1) if rows % size == 0)
    above = [size for size in range(batch_size + 1, 4 * batch_size + 1) if rows % size == 0]
    return above[0] if above and 4 * below < min(rows, batch_size) else below


x, y = np.load("x.npy"), np.load("y.npy")
model = keras.models.load_model("model.h5")
train_rows = int(len(x) * 0.9)
validation_batch_size = even_batch_size(len(x) - train_rows, 32)
train_size = train_rows // 32 * 32
model.fit(x[:train_size], y[:train_size], validation_data=(x[train_rows:], y[train_rows:]), validation_batch_size=validation_batch_size)
