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


def set_steps_per_execution(model, steps):
    """Compile a model again as it is, with another `steps_per_execution`; its weights and its optimizer stay."""
    if int(model._steps_per_execution.numpy()) != steps:
        model.compile(**model._get_compile_args(), steps_per_execution=steps)


def stats():
    print(model.optimizer.learning_rate)


model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse")
show = stats
show()
x = np.random.rand(int(sys.argv[1]), 4).astype("float32")
set_steps_per_execution(model, len(x) // 32)
model.fit(x, x[:, :1], batch_size=32)
