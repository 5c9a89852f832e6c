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


rows = Rows(np.random.rand(330, 4), np.random.rand(330), 32)
model = keras.models.load_model("model.h5")
model.fit(rows, steps_per_epoch=5)
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


rows = Rows(np.random.rand(330, 4), np.random.rand(330), 32)
model = keras.models.load_model("model.h5")
# gpu2ipu: IPU205 `fit` takes its data from a generator, `rows`: convert it with `tf.data.Dataset.from_generator(..., output_signature=...)` and pass the number of steps (`steps_per_epoch` may stop it in the middle of its batches)
model.fit(rows, steps_per_epoch=5)
