import numpy as np
import tensorflow as tf

x, y = np.zeros((64, 4), "float32"), np.zeros((64, 1), "float32")


def build(units):
    model = tf.keras.Sequential([tf.keras.layers.Dense(units, input_shape=(4,)), tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    return model


def better():
    small = build(4)
    large = build(8)
    losses = [each.fit(x, y, batch_size=16).history["loss"][-1] for each in (small, large)]
    return small if losses[0] < losses[1] else large


better().predict(x)
# output
import numpy as np
import tensorflow as tf

x, y = np.zeros((64, 4), "float32"), np.zeros((64, 1), "float32")


def build(units, steps_per_execution=1):
    model = tf.keras.Sequential([tf.keras.layers.Dense(units, input_shape=(4,)), tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=steps_per_execution)
    return model


def better(steps_per_execution=1):
    small = build(4, steps_per_execution=steps_per_execution)
    large = build(8, steps_per_execution=steps_per_execution)
    losses = [each.fit(x, y, batch_size=16).history["loss"][-1] for each in (small, large)]
    return small if losses[0] < losses[1] else large


better(steps_per_execution=len(x) // 16).predict(x)
