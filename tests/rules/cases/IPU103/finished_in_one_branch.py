# flags: --all-rules
import argparse

import numpy as np
from tensorflow import keras
from tensorflow.python import ipu

parser = argparse.ArgumentParser()
parser.add_argument("--use-ipu", action="store_true")
args = parser.parse_args()
x, y = np.ones((640, 8), "float32"), np.ones((640, 1), "float32")

if not args.use_ipu:
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(loss="mse", optimizer="sgd")
    model.fit(x, y)
else:
    cfg = ipu.config.IPUConfig()
    cfg.auto_select_ipus = 1
    cfg.configure_ipu_system()
    strategy = ipu.ipu_strategy.IPUStrategy()
    with strategy.scope():
        model = keras.Sequential([keras.layers.Dense(1)])
        model.compile(loss="mse", optimizer="sgd", steps_per_execution=20)
        model.fit(x, y)
