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
    """Return a batch size near `batch_size` that divides `rows`, so that no batch is partial."""
    below = max(size for size in range(1, min(rows, batch_size) + 1) if rows % size == 0)
    above = [size for size in range(batch_size + 1, 4 * batch_size + 1) if rows % size == 0]
    return above[0] if above and 4 * below < min(rows, batch_size) else below


features, y = np.random.rand(640, 4), np.random.randint(0, 2, 640)
mask = np.random.rand(640) < 0.5

model = keras.Sequential([keras.layers.Dense(1, activation="sigmoid")])
model.compile("adam", "binary_crossentropy")
model.fit(features, y.astype("int32"), validation_data=(features[mask], y[mask].astype("int32")), validation_batch_size=even_batch_size(len(y[mask]), 32))
