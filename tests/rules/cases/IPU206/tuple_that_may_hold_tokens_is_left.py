from data import load
from tensorflow import keras

a, b = keras.Input((3,)), keras.Input((2,))
model = keras.Model([a, b], keras.layers.Dense(2)(keras.layers.Embedding(9, 2)(a)))
model.compile("adam", "mse")
words, y = load()
x = (words[:, :3], words[:, 3:])
model.fit(x, y)
# output
from data import load
from tensorflow import keras

a, b = keras.Input((3,)), keras.Input((2,))
model = keras.Model([a, b], keras.layers.Dense(2)(keras.layers.Embedding(9, 2)(a)))
model.compile("adam", "mse")
words, y = load()
x = (words[:, :3], words[:, 3:])
# gpu2ipu: IPU206 `x` may be int64, which the IPU does not support: cast it
model.fit(x, y)
