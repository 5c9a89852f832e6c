import sys

import numpy as np
from tensorflow import keras

x = np.random.rand(int(sys.argv[1]), 4).astype("float32")
batch = int(sys.argv[2])


class Data:
    batch = int(sys.argv[3])

    def cut(self, rows):
        return rows[: len(rows) // batch * batch]


small = [Data().cut(each) for each in (x,)][0]
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse")
model.fit(small, small[:, :1], batch_size=batch)
