from tensorflow import keras

model = keras.Sequential([keras.layers.InputLayer(shape=(4,)), keras.layers.Dense(1)])
fixed = keras.Sequential([keras.layers.InputLayer(batch_shape=(8, 4), name="a"), keras.layers.Dense(1)])
older = keras.Sequential([keras.layers.InputLayer(input_shape=(4,)), keras.layers.Dense(1)])
# output
from tensorflow import keras

model = keras.Sequential([keras.layers.InputLayer(input_shape=(4,)), keras.layers.Dense(1)])
fixed = keras.Sequential([keras.layers.InputLayer(batch_input_shape=(8, 4), name="a"), keras.layers.Dense(1)])
older = keras.Sequential([keras.layers.InputLayer(input_shape=(4,)), keras.layers.Dense(1)])
