import numpy as np
from data import load
from tensorflow import keras

train, test = load()
model = keras.Sequential([keras.layers.Dense(10)])
model.compile("adam", "sparse_categorical_crossentropy")
model.fit(train["x"], train["y"].flatten() - 1, validation_data=(test["x"], test["y"] - 1))
# output
import numpy as np
from data import load
from tensorflow import keras

train, test = load()
model = keras.Sequential([keras.layers.Dense(10)])
model.compile("adam", "sparse_categorical_crossentropy")
model.fit(train["x"], np.asarray(train["y"].flatten() - 1, "int32"), validation_data=(test["x"], np.asarray(test["y"] - 1, "int32")))
