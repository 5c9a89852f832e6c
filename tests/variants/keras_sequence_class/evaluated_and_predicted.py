# case: a Sequence with a short last batch is validated on, evaluated and predicted: every row counts
# rules: IPU101 IPU102 IPU103 IPU205 IPU301
# port: agrees
# must: contains len(held_out.x) // even_batch_size(len(held_out.x), held_out.size)
# must: sees fit 96
# must: sees evaluate 37
# must: sees predict 37
import math

import numpy as np
from tensorflow import keras


class Rows(keras.utils.Sequence):
    def __init__(self, x, y, size):
        self.x, self.y, self.size = x, y, size

    def __len__(self):
        return math.ceil(len(self.x) / self.size)

    def __getitem__(self, index):
        part = slice(index * self.size, (index + 1) * self.size)
        return self.x[part], self.y[part]


rng = np.random.RandomState(7)
x, y = rng.rand(137, 5).astype("float32"), rng.randint(0, 3, size=137)
train, held_out = Rows(x[:100], y[:100], 32), Rows(x[100:], y[100:], 32)

model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(3, activation="softmax")])
model.compile("sgd", "sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(train, validation_data=held_out, epochs=2, verbose=2)
print(model.evaluate(held_out))
print(model.predict(held_out).shape)
