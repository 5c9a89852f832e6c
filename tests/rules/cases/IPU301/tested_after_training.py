# flags: --select IPU202,IPU301
import numpy as np
from tensorflow import keras

x = np.random.rand(1000, 4).astype("float32")
y = x.sum(axis=1)
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse")
model.fit(x, y, batch_size=32)
model.compile("adam", "mse")
model.fit(x, y, batch_size=32)
x_test = np.load("x_test.npy").astype("float32")
y_test = np.load("y_test.npy").astype("float32")
print(model.evaluate(x_test, y_test))
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


def evaluate_by_executions(model, x, y, batch_size=None, **options):
    """Evaluate all samples in calls that suit `steps_per_execution`; the results are averaged by samples."""
    rows, batch_size = len(x), batch_size or 32
    full = rows // batch_size * batch_size
    whole = full - full % (batch_size * int(model._steps_per_execution.numpy()))
    results, weights = [], []
    for start, stop in ((0, whole), (whole, full), (full, rows)):
        if start < stop:
            size = min(batch_size, stop - start)
            results.append(model.evaluate(x[start:stop], y[start:stop], batch_size=size, **options))
            weights.append(stop - start)
    return tf.nest.map_structure(lambda *values: float(np.average(values, weights=weights)), *results)


x = np.random.rand(1000, 4).astype("float32")
y = x.sum(axis=1)
train_steps = len(x) // 32
train_size = train_steps * 32
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse", steps_per_execution=train_steps)
model.fit(x[:train_size], y[:train_size], batch_size=32)
model.compile("adam", "mse", steps_per_execution=len(x) // 32)
model.fit(x[:train_size], y[:train_size], batch_size=32)
x_test = np.load("x_test.npy").astype("float32")
y_test = np.load("y_test.npy").astype("float32")
print(evaluate_by_executions(model, x_test, y_test, batch_size=even_batch_size(len(x_test), 32)))
