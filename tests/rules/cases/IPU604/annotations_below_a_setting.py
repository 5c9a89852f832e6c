# flags: --all-rules --format
# A script.
import os
os.environ["CUDA_VISIBLE_DEVICES"] = "0"
import numpy as np
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse", steps_per_execution=2)
model.fit(np.zeros((8, 4), "float32"), np.zeros((8, 1), "float32"), batch_size=4)


def again(rows: int | None = None):
    return rows
# output
# A script.
from __future__ import annotations

import numpy as np
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
    model.compile("sgd", "mse", steps_per_execution=2)
model.fit(np.zeros((8, 4), "float32"), np.zeros((8, 1), "float32"), batch_size=4)


def again(rows: int | None = None):
    return rows
