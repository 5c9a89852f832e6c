import argparse

import tensorflow as tf
from tensorflow.python import ipu

parser = argparse.ArgumentParser()
parser.add_argument("--cpu", action="store_true")
options = parser.parse_args()


def build():
    return tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])


if not options.cpu:
    config = ipu.config.IPUConfig()
    config.auto_select_ipus = 1
    config.configure_ipu_system()
    strategy = ipu.ipu_strategy.IPUStrategy()
    with strategy.scope():
        model = build()
        model.compile("sgd", "mse", steps_per_execution=4)
else:
    model = build()
    model.compile("sgd", "mse")
