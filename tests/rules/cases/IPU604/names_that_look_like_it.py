import numpy as np
from tensorflow import keras

list = [1, 2]
match = {"a": 1}
first = list[0]
mask = (np.arange(3) > 1) | (np.arange(3) < 1)
type = match["a"]
cache = keras.layers.Dense(first)
with (open("a")) as file:
    pass
