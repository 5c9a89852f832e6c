# flags: --all-rules
import sys

import numpy as np
from tensorflow import keras


def small():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    return model


def large():
    model = keras.Sequential([keras.layers.Dense(9), keras.layers.Dense(1)])
    model.compile("adam", "mse")
    return model


x, y = np.zeros((100, 3), "float32"), np.zeros(100, "float32")
builders = {"small": small, "large": large}

chosen = builders[sys.argv[1]]()
chosen.fit(x, y, batch_size=10)
for name, build in builders.items():
    model = build()
    model.fit(x, y, batch_size=20)
# output
import sys

import numpy as np
from tensorflow import keras
from tensorflow.python import ipu


ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


def small(steps_per_execution=1):
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=steps_per_execution)
    return model


def large(steps_per_execution=1):
    model = keras.Sequential([keras.layers.Dense(9), keras.layers.Dense(1)])
    model.compile("adam", "mse", steps_per_execution=steps_per_execution)
    return model


x, y = np.zeros((100, 3), "float32"), np.zeros(100, "float32")
builders = {"small": small, "large": large}

with strategy.scope():
    chosen = builders[sys.argv[1]](steps_per_execution=len(x) // 10)
chosen.fit(x, y, batch_size=10)
for name, build in builders.items():
    with strategy.scope():
        model = build(steps_per_execution=len(x) // 20)
    model.fit(x, y, batch_size=20)
