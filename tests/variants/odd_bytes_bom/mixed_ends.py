# case: a byte order mark, every other line ends in CRLF, a docstring with both kinds
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: sees fit 80
"""Erste Zeile
zweite Zeile – fertig."""
import numpy as np
from tensorflow import keras

x = np.random.RandomState(6).rand(97, 4).astype("float32")
model = keras.Sequential([keras.layers.Dense(6, activation="relu", input_shape=(4,)), keras.layers.Dense(1)])
model.compile(optimizer="adam", loss="mse")
model.fit(x, x.sum(axis=1), batch_size=20, epochs=1, verbose=0)
print(__doc__.count('\n'))
