import numpy as np
from tensorflow import keras


class Words(keras.Model):
    def __init__(self):
        super().__init__()
        self.table = keras.layers.Embedding(5000, 8)
        self.out = keras.layers.Dense(1)

    def call(self, tokens):
        return self.out(keras.backend.sum(self.table(tokens), axis=1))


tokens, y = np.load("tokens.npy"), np.load("y.npy").astype("float32")
model = Words()
model.compile("adam", "mse")
model.fit(tokens, y)
model.fit(tokens.astype("int32"), y)
# output
import numpy as np
from tensorflow import keras


class Words(keras.Model):
    def __init__(self):
        super().__init__()
        self.table = keras.layers.Embedding(5000, 8)
        self.out = keras.layers.Dense(1)

    def call(self, tokens):
        return self.out(keras.backend.sum(self.table(tokens), axis=1))


tokens, y = np.load("tokens.npy"), np.load("y.npy").astype("float32")
model = Words()
model.compile("adam", "mse")
# gpu2ipu: IPU206 `tokens` may be int64, which the IPU does not support: cast it
model.fit(tokens, y)
model.fit(tokens.astype("int32"), y)
