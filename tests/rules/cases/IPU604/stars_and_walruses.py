from tensorflow import keras

units = [8, 16]
model = keras.Sequential()
for size in *units, 32:
    model.add(keras.layers.Dense(size))
units += *units, 1
kinds = {first := units[0], 2}
last = units[end := -1]
same = (units[(end := -1)], {(end := 1), 2}, list(end := unit for unit in units))
# output
from tensorflow import keras

units = [8, 16]
model = keras.Sequential()
for size in (*units, 32):
    model.add(keras.layers.Dense(size))
units += (*units, 1)
kinds = {(first := units[0]), 2}
last = units[(end := -1)]
same = (units[(end := -1)], {(end := 1), 2}, list((end := unit) for unit in units))
