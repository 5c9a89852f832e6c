# flags: --pipeline-stages 2
from tensorflow import keras
from tensorflow.keras import layers

inputs = keras.Input((8,))
x = layers.Dense(8)(inputs)
x = layers.Dense(8)(x)
model = keras.Model(inputs, x)
model.compile("sgd", "mse")
# output
from tensorflow import keras
from tensorflow.keras import layers

inputs = keras.Input((8,))
x = layers.Dense(8)(inputs)
x = layers.Dense(8)(x)
# gpu2ipu: IPU401 the model is not split into 2 pipeline stages: create it in the scope of an IPUStrategy first
model = keras.Model(inputs, x)
model.compile("sgd", "mse")
