import sys

import numpy as np
from tensorflow import keras


def stats():
    print(model.optimizer.learning_rate)


model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse")
show = stats
show()
x = np.random.rand(int(sys.argv[1]), 4).astype("float32")
model.fit(x, x[:, :1], batch_size=32)
# output
import sys

import numpy as np
from tensorflow import keras


def stats():
    print(model.optimizer.learning_rate)


model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
# gpu2ipu: IPU301 `compile` without `steps_per_execution`: each execution runs a single batch; the step count of `model.fit` is not known at `compile()`
model.compile("sgd", "mse")
show = stats
show()
x = np.random.rand(int(sys.argv[1]), 4).astype("float32")
model.fit(x, x[:, :1], batch_size=32)
