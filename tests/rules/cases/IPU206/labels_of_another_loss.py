import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

x, y = np.load("x.npy"), np.load("y.npy")

model = keras.Sequential([layers.Dense(10, activation="softmax", input_shape=(8,))])
model.compile("adam", "mse")
model.fit(x, y)

model.compile("adam", "mse" if len(x) > 100 else "binary_crossentropy")
model.fit(x, y)

autoencoder = keras.Sequential([layers.Dense(8, activation="sigmoid", input_shape=(8,))])
autoencoder.compile("adam", "binary_crossentropy")
autoencoder.fit(x, x, validation_data=(y, y))
