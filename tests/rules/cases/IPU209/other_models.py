import numpy as np
from tensorflow import keras

x, y = np.zeros((64, 4)), np.zeros((64, 1))
shaped = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
begun = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
words = keras.Sequential([keras.layers.Embedding(9, 4), keras.layers.Flatten()])
inputs = keras.Input((4,))
functional = keras.Model(inputs, keras.layers.Dense(1)(inputs))
for model in (shaped, begun, words, functional):
    model.compile("sgd", "mse")
    model.fit([x], y)
    model.predict([x])
