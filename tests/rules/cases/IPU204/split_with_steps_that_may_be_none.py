# flags: --all-rules --format
import argparse

import numpy as np
from tensorflow import keras

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=None)
args = parser.parse_args()

x = np.load("x.npy").astype("float32")
y = np.load("y.npy").astype("float32")
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse")
model.fit(x, y, batch_size=32, steps_per_epoch=args.steps, validation_split=0.1, epochs=3)
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


parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=None)
args = parser.parse_args()

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x = np.load("x.npy").astype("float32")
y = np.load("y.npy").astype("float32")
train_rows = int(len(x) * 0.9)
validation_batch_size = even_batch_size(len(x) - train_rows, 32)
validation_rows = (len(x) - train_rows) // validation_batch_size * validation_batch_size
train_steps = train_rows // 32
train_size = train_steps * 32
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
    model.compile(
        "sgd",
        "mse",
        steps_per_execution=suitable_steps(
            args.steps or train_steps, validation_rows // validation_batch_size
        ),
    )
model.fit(
    x[:train_size],
    y[:train_size],
    batch_size=32,
    steps_per_epoch=args.steps,
    epochs=3,
    validation_data=(
        x[train_rows : train_rows + validation_rows],
        y[train_rows : train_rows + validation_rows],
    ),
    validation_batch_size=validation_batch_size,
)
