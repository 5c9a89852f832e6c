from tensorflow import keras

name = keras.layers.Dense(1).get_config()["name"].removeprefix("dense")
column = frame["a"].str.removeprefix("x")
# output
from tensorflow import keras

# gpu2ipu: IPU604 `removeprefix` came with Python 3.9: the SDK has Python 3.8; use the older form
name = keras.layers.Dense(1).get_config()["name"].removeprefix("dense")
column = frame["a"].str.removeprefix("x")
