import numpy as np
from tensorflow import keras

x, y = np.load("x.npy"), np.load("y.npy")

model = keras.models.load_model("model.h5")
print(model.evaluate(x, y, batch_size=64, verbose=0))
# output
import numpy as np
from tensorflow import keras


def even_batch_size(rows, batch_size):
    """The largest batch size up to `batch_size` that divides `rows`: the IPU takes no partial batch."""
    return max(size for size in range(1, min(rows, batch_size) + 1) if rows % size == 0)


x, y = np.load("x.npy"), np.load("y.npy")

model = keras.models.load_model("model.h5")
print(model.evaluate(x, y, batch_size=even_batch_size(len(x), 64), verbose=0))
