# case: a builder compiles above the data, of which nobody knows how many there are
# rules: IPU101 IPU102 IPU103 IPU202 IPU204 IPU301
# port: agrees
# must: contains set_steps_per_execution(
# must: sees fit 96
# must: sees evaluate 150
import os

import numpy as np
from tensorflow import keras


def build(width):
    model = keras.Sequential([keras.layers.Dense(8, "relu", input_shape=(width,)), keras.layers.Dense(1)])
    model.compile(keras.optimizers.Adam(0.01), "mse", metrics=["mae"])
    return model


model = build(4)
x = np.random.default_rng(3).random((int(os.environ.get("N", "150")), 4)).astype("float32")
y = x.sum(axis=1, keepdims=True)
model.fit(x, y, epochs=2, validation_split=0.2)
print(model.evaluate(x, y))
