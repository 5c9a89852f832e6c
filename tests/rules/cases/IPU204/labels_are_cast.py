# flags: --select IPU204,IPU206
import numpy as np
from tensorflow import keras

features, y = np.random.rand(640, 4), np.random.randint(0, 2, 640)
mask = np.random.rand(640) < 0.5

model = keras.Sequential([keras.layers.Dense(1, activation="sigmoid")])
model.compile("adam", "binary_crossentropy")
model.fit(features, y, validation_data=(features[mask], y[mask]))
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


features, y = np.random.rand(640, 4), np.random.randint(0, 2, 640)
mask = np.random.rand(640) < 0.5

model = keras.Sequential([keras.layers.Dense(1, activation="sigmoid")])
model.compile("adam", "binary_crossentropy")
even_size = even_batch_size(len(y[mask]), 32)
full_size = len(y[mask]) // even_size * even_size
model.fit(features, y.astype("int32"), validation_data=(features[mask][:full_size], y[mask][:full_size].astype("int32")), validation_batch_size=even_size)
