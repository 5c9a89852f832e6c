import numpy as np
from tensorflow import keras

x, y = np.random.rand(1009, 4), np.random.rand(1009)

model = keras.models.load_model("model.h5")
print(model.evaluate(x, y, 32))
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras


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


x, y = np.random.rand(1009, 4), np.random.rand(1009)

model = keras.models.load_model("model.h5")
print(evaluate_all_rows(model, x, y, 32))
