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
model.fit(x[200:], y[200:], batch_size=32, validation_data=(x[:200], y[:200]), validation_steps=args.steps, epochs=3)
# output
import argparse

import numpy as np
from tensorflow import keras
from tensorflow.python import ipu

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=None)
args = parser.parse_args()

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x = np.load("x.npy").astype("float32")
y = np.load("y.npy").astype("float32")
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
    # gpu2ipu: IPU301 `compile` without `steps_per_execution`: each execution runs a single batch; the step count of `model.fit` is not known at `compile()`
    model.compile("sgd", "mse")
train_size = len(x[200:]) // 32 * 32
# gpu2ipu: IPU204 the validation inside `fit` takes a number of steps of arrays that end with a partial batch: cut them to full batches
model.fit(
    x[200 : 200 + train_size],
    y[200 : 200 + train_size],
    batch_size=32,
    validation_data=(x[:200], y[:200]),
    validation_steps=args.steps,
    epochs=3,
)
