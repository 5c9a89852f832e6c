# case: jit_compile=True in compile, legacy Adam behind an alias, functools.cache on the data
# rules: IPU101 IPU102 IPU103 IPU202 IPU301 IPU508 IPU601 IPU604
# port: agrees
# must: lacks jit_compile
# must: sees fit 96
import functools

import numpy as np
from tensorflow import keras
from tensorflow.keras.optimizers import legacy


@functools.cache
def data():
    return np.random.RandomState(0).rand(100, 3).astype("float32")


net = keras.Sequential([keras.layers.Dense(5, activation="relu", input_shape=(3,)), keras.layers.Dense(1)])
net.compile(optimizer=legacy.Adam(0.01), loss="mae", jit_compile=True)
net.fit(data(), data().mean(axis=1), epochs=1, verbose=0)
