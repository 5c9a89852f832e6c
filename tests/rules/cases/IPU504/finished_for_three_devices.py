# flags: --all-rules
import argparse
import numpy as np
import tensorflow as tf
from tensorflow import keras

parser = argparse.ArgumentParser()
parser.add_argument("--device", default="ipu")
args = parser.parse_args()


def strategy_for(device):
    if device == "ipu":
        from tensorflow.python import ipu
        config = ipu.config.IPUConfig()
        config.auto_select_ipus = 1
        config.configure_ipu_system()
        return ipu.ipu_strategy.IPUStrategy()
    elif device == "gpu":
        return tf.distribute.MirroredStrategy()
    return tf.distribute.get_strategy()


x, y = np.ones((640, 8), "float32"), np.ones((640, 1), "float32")
strategy = strategy_for(args.device)
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(loss="mse", optimizer="sgd", steps_per_execution=20)
model.fit(x, y)
