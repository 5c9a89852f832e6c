# case: tokens out of a file, of which nobody knows the type, go into an embedding inside of a layer of the script
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU206 IPU301
# port: agrees
# must: contains without_int64(
# must: sees fit 64
# must: sees evaluate 90
import os
import pickle
import tempfile

import numpy as np
from tensorflow import keras

path = os.path.join(tempfile.mkdtemp(), "data.pkl")
with open(path, "wb") as file:
    rng = np.random.default_rng(3)
    pickle.dump((rng.integers(0, 9, (90, 5)), rng.random((90, 1)).astype("float32")), file)


class Encoder(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.embedding = keras.layers.Embedding(9, 4)

    def call(self, tokens):
        return keras.backend.mean(self.embedding(tokens), axis=1)


with open(path, "rb") as file:
    x, y = pickle.load(file)
model = keras.Sequential([Encoder(), keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y, epochs=2, verbose=0)
print(model.evaluate(x, y, verbose=0))
print(model.predict(x[:7], verbose=0).shape)
