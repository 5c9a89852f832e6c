import numpy as np
from tensorflow import keras

x, y = np.load("x.npy"), np.load("y.npy")

model = keras.models.load_model("model.h5")
print(model.evaluate(x, y, batch_size=64, verbose=0))
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras


def even_batch_size(rows, batch_size):
    """Return a batch size near `batch_size` that divides `rows`; `batch_size` itself if there is none."""
    if rows < 1:
        raise ValueError("there are fewer samples than batches that are taken together")
    whole = min(rows, batch_size)
    near = [*range(whole, (whole - 1) // 2, -1), *range(batch_size + 1, 4 * batch_size + 1)]
    return next((size for size in near if rows % size == 0), whole)


def evaluate_all_rows(model, x, y, batch_size=None, **options):
    """Evaluate all samples: full batches, then the rest as a smaller one; the results are averaged by samples."""
    rows, batch_size = len(x), batch_size or 32
    full = rows // batch_size * batch_size
    results, weights = [], []
    for start, stop in ((0, full), (full, rows)):
        if start < stop:
            size = min(batch_size, stop - start)
            results.append(model.evaluate(x[start:stop], y[start:stop], batch_size=size, **options))
            weights.append(stop - start)
    return tf.nest.map_structure(lambda *values: float(np.average(values, weights=weights)), *results)


x, y = np.load("x.npy"), np.load("y.npy")

model = keras.models.load_model("model.h5")
print(evaluate_all_rows(model, x, y, verbose=0, batch_size=even_batch_size(len(x), 64)))
