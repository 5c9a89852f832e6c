import sys

import numpy as np
from tensorflow import keras

size, steps = map(int, sys.argv[1:])
a, b = np.zeros((446, 8), "float32"), np.zeros((446, 1), "float32")
x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse", steps_per_execution=1)
model.fit(a, b, validation_split=0.2, validation_steps=4)  # all samples: Keras takes a batch size for that
model.fit(a, b, batch_size=32, validation_split=0.2, validation_steps=3)  # all samples
model.fit(a, b, batch_size=32, validation_split=0.2, validation_steps=2)
model.fit(a, b, batch_size=32, validation_split=0.2, validation_steps=4)  # Keras runs out of data
model.fit(x, y, validation_split=0.2, validation_steps=steps)
model.fit(x, y, batch_size=size, validation_split=0.2, validation_steps=steps)
model.fit(x, y, validation_split=0.2, validation_batch_size=10, validation_steps=2)
model.fit(x, y, batch_size=size, validation_split=0.2, validation_steps=next(iter([2])))
# output
import sys

import numpy as np
from tensorflow import keras


def even_batch_size(rows, batch_size):
    """Return a batch size near `batch_size` that divides `rows`; `batch_size` itself if there is none."""
    if rows < 1:
        raise ValueError("there are fewer samples than batches that are taken together")
    whole = min(rows, batch_size)
    near = [*range(whole, (whole - 1) // 2, -1), *range(batch_size + 1, 4 * batch_size + 1)]
    return next((size for size in near if rows % size == 0), whole)


size, steps = map(int, sys.argv[1:])
a, b = np.zeros((446, 8), "float32"), np.zeros((446, 1), "float32")
x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse", steps_per_execution=1)
train_rows = int(len(a) * 0.8)
train_size = train_rows // 32 * 32
model.fit(a[:train_size], b[:train_size], validation_data=(a[train_rows:], b[train_rows:]), validation_batch_size=30)  # all samples: Keras takes a batch size for that
train_rows_2 = int(len(a) * 0.8)
train_size_2 = train_rows_2 // 32 * 32
model.fit(a[:train_size_2], b[:train_size_2], batch_size=32, validation_data=(a[train_rows_2:], b[train_rows_2:]), validation_batch_size=30)  # all samples
train_rows_3 = int(len(a) * 0.8)
validation_rows = 2 * 32
train_size_3 = train_rows_3 // 32 * 32
model.fit(a[:train_size_3], b[:train_size_3], batch_size=32, validation_data=(a[train_rows_3 : train_rows_3 + validation_rows], b[train_rows_3 : train_rows_3 + validation_rows]))
# gpu2ipu: IPU204 the validation inside `fit` takes a number of steps of arrays that end with a partial batch: cut them to full batches
model.fit(a, b, batch_size=32, validation_split=0.2, validation_steps=4)  # Keras runs out of data
train_rows_4 = int(len(x) * 0.8)
validation_batch_size = even_batch_size(len(x) - train_rows_4, 32)
validation_rows_2 = (len(x) - train_rows_4) // validation_batch_size * validation_batch_size
train_size_4 = train_rows_4 // 32 * 32
model.fit(x[:train_size_4], y[:train_size_4], validation_data=(x[train_rows_4 : train_rows_4 + validation_rows_2], y[train_rows_4 : train_rows_4 + validation_rows_2]), validation_batch_size=validation_batch_size)
train_rows_5 = int(len(x) * 0.8)
validation_rows_3 = min(steps, (len(x) - train_rows_5) // size) * size
train_size_5 = train_rows_5 // size * size
model.fit(x[:train_size_5], y[:train_size_5], batch_size=size, validation_data=(x[train_rows_5 : train_rows_5 + validation_rows_3], y[train_rows_5 : train_rows_5 + validation_rows_3]))
train_rows_6 = int(len(x) * 0.8)
validation_rows_4 = min(2, (len(x) - train_rows_6) // 10) * 10
train_size_6 = train_rows_6 // 32 * 32
model.fit(x[:train_size_6], y[:train_size_6], validation_batch_size=10, validation_data=(x[train_rows_6 : train_rows_6 + validation_rows_4], y[train_rows_6 : train_rows_6 + validation_rows_4]))
# gpu2ipu: IPU204 the validation inside `fit` takes a number of steps of arrays that end with a partial batch: cut them to full batches
model.fit(x, y, batch_size=size, validation_split=0.2, validation_steps=next(iter([2])))
