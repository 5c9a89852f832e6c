# flags: --all-rules
import argparse

import numpy as np
from tensorflow import keras


class Config:
    batch_size = 10
    validation = 0.2


parser = argparse.ArgumentParser()
parser.add_argument("--validation", type=float)
for name, value in vars(parser.parse_args()).items():
    setattr(Config, name, value)
x, y = np.zeros((100, 3), "float32"), np.zeros(100, "float32")
cut = int(100 * Config.validation)

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x[cut:], y[cut:], batch_size=Config.batch_size, validation_data=(x[:cut], y[:cut]))
# output
import argparse

import numpy as np
from tensorflow import keras
from tensorflow.python import ipu


def even_batch_size(rows, batch_size):
    """Return a batch size near `batch_size` that divides `rows`; `batch_size` itself if there is none."""
    if rows < 1:
        raise ValueError("there are fewer samples than batches that are taken together")
    whole = min(rows, batch_size)
    near = [*range(whole, (whole - 1) // 2, -1), *range(batch_size + 1, 4 * batch_size + 1)]
    return next((size for size in near if rows % size == 0), whole)


def suitable_steps(training, validation, *others):
    """Return the largest `steps_per_execution` that divides all step counts that are not smaller than it."""
    if min(training, validation, *others) < 1:
        raise ValueError("fewer samples than one batch: take a smaller batch size")

    def suit(steps):
        left = min(steps, training)
        inside = training % left == 0 and validation % min(left, validation) == 0
        return inside and all(other % min(steps, other) == 0 for other in others)

    return max(steps for steps in range(1, max(training, *others, 1) + 1) if suit(steps))


class Config:
    batch_size = 10
    validation = 0.2


parser = argparse.ArgumentParser()
parser.add_argument("--validation", type=float)
for name, value in vars(parser.parse_args()).items():
    setattr(Config, name, value)

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x, y = np.zeros((100, 3), "float32"), np.zeros(100, "float32")
cut = int(100 * Config.validation)

train_steps = len(x[cut:]) // Config.batch_size
train_size = train_steps * Config.batch_size
even_size = even_batch_size(len(x[:cut]), Config.batch_size)
full_size = len(x[:cut]) // even_size * even_size

with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=suitable_steps(train_steps, len(x[:cut]) // even_size))
model.fit(x[cut:][:train_size], y[cut:][:train_size], batch_size=Config.batch_size, validation_data=(x[:full_size], y[:full_size]), validation_batch_size=even_size)
