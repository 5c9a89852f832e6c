from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse", None, None, None, True)
model.compile("sgd", "mse", ["mae"], None, None, False)
eager = True
options = ("sgd", "mse", None, None, None, eager)
model.compile(*options)
# output
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse", None, None, None, False)
model.compile("sgd", "mse", ["mae"], None, None, False)
eager = True
options = ("sgd", "mse", None, None, None, eager)
model.compile(options[0], options[1], options[2], options[3], options[4], False)
