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
model.fit(x, y, batch_size=32, steps_per_epoch=args.steps, epochs=3)
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
train_steps = len(x) // 32
train_size = train_steps * 32
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
    model.compile("sgd", "mse", steps_per_execution=args.steps or train_steps)
model.fit(x[:train_size], y[:train_size], batch_size=32, steps_per_epoch=args.steps, epochs=3)
