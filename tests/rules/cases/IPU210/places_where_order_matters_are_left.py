# flags: --select IPU202,IPU203,IPU204,IPU205,IPU210
import math

import numpy as np
from tensorflow import keras


class Rows(keras.utils.Sequence):
    def __init__(self, x, y, batch_size):
        self.x, self.y, self.batch_size = x, y, batch_size

    def __len__(self):
        return math.ceil(len(self.x) / self.batch_size)

    def __getitem__(self, index):
        rows = slice(index * self.batch_size, (index + 1) * self.batch_size)
        return self.x[rows], self.y[rows]


x, y = np.random.rand(330, 4).astype("float32"), np.random.rand(330).astype("float32")
model = keras.models.load_model("model.h5")
print(input(), model.evaluate(Rows(x, y, 32)))  # the question comes first
score = model.evaluate(Rows(x, y, 32)) if len(x) > 300 else None
scores = [model.evaluate(Rows(x, y, size)) for size in (16, 32)]
later = lambda: model.evaluate(Rows(x, y, 32))


class Scores:
    total = model.evaluate(Rows(x, y, 32))


if model.evaluate(Rows(x, y, 32)) > 0.5:
    print(model.evaluate(Rows(x, y, 32)) or model.evaluate(Rows(x, y, 32)))
# output
import math

import numpy as np
from tensorflow import keras


class Rows(keras.utils.Sequence):
    def __init__(self, x, y, batch_size):
        self.x, self.y, self.batch_size = x, y, batch_size

    def __len__(self):
        return math.ceil(len(self.x) / self.batch_size)

    def __getitem__(self, index):
        rows = slice(index * self.batch_size, (index + 1) * self.batch_size)
        return self.x[rows], self.y[rows]


x, y = np.random.rand(330, 4).astype("float32"), np.random.rand(330).astype("float32")
model = keras.models.load_model("model.h5")
# gpu2ipu: IPU205 `evaluate` takes its data from a generator, `Rows(x, y, 32)`: convert it with `tf.data.Dataset.from_generator(..., output_signature=...)` and pass the number of steps (assign the Sequence to a name, so that the number of its batches can be read)
print(input(), model.evaluate(Rows(x, y, 32)))  # the question comes first
# gpu2ipu: IPU205 `evaluate` takes its data from a generator, `Rows(x, y, 32)`: convert it with `tf.data.Dataset.from_generator(..., output_signature=...)` and pass the number of steps (assign the Sequence to a name, so that the number of its batches can be read)
score = model.evaluate(Rows(x, y, 32)) if len(x) > 300 else None
# gpu2ipu: IPU205 `evaluate` takes its data from a generator, `Rows(x, y, size)`: convert it with `tf.data.Dataset.from_generator(..., output_signature=...)` and pass the number of steps (assign the Sequence to a name, so that the number of its batches can be read)
scores = [model.evaluate(Rows(x, y, size)) for size in (16, 32)]
# gpu2ipu: IPU205 `evaluate` takes its data from a generator, `Rows(x, y, 32)`: convert it with `tf.data.Dataset.from_generator(..., output_signature=...)` and pass the number of steps (assign the Sequence to a name, so that the number of its batches can be read)
later = lambda: model.evaluate(Rows(x, y, 32))


class Scores:
    # gpu2ipu: IPU205 `evaluate` takes its data from a generator, `Rows(x, y, 32)`: convert it with `tf.data.Dataset.from_generator(..., output_signature=...)` and pass the number of steps (assign the Sequence to a name, so that the number of its batches can be read)
    total = model.evaluate(Rows(x, y, 32))


# gpu2ipu: IPU205 `evaluate` takes its data from a generator, `Rows(x, y, 32)`: convert it with `tf.data.Dataset.from_generator(..., output_signature=...)` and pass the number of steps (assign the Sequence to a name, so that the number of its batches can be read)
if model.evaluate(Rows(x, y, 32)) > 0.5:
    # gpu2ipu: IPU205 `evaluate` takes its data from a generator, `Rows(x, y, 32)`: convert it with `tf.data.Dataset.from_generator(..., output_signature=...)` and pass the number of steps (assign the Sequence to a name, so that the number of its batches can be read)
    print(model.evaluate(Rows(x, y, 32)) or model.evaluate(Rows(x, y, 32)))
