import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

x, y = np.load("x.npy"), np.load("y.npy")

model = keras.Sequential([layers.Dense(10, activation="softmax", input_shape=(8,))])
model.compile("adam", "categorical_crossentropy")
model.fit(x, y)
