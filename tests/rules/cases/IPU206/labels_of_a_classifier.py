import numpy as np
from tensorflow import keras
from tensorflow.keras import layers
from elsewhere import load

x, y = np.load("x.npy"), np.load("y.npy")
known = y.astype("float32")

model = keras.Sequential([layers.Dense(1, activation="sigmoid", input_shape=(8,))])
model.compile("adam", "binary_crossentropy")
model.fit(x, y, validation_data=(x, known))
model.evaluate(*load())
model.evaluate(x, load("labels"))

other = keras.Sequential([layers.Dense(10, activation="softmax", input_shape=(8,))])
other.compile("adam", loss=keras.losses.CategoricalCrossentropy(label_smoothing=0.1))
other.fit(x, y)
# output
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers
from elsewhere import load

x, y = np.load("x.npy"), np.load("y.npy")
known = y.astype("float32")

model = keras.Sequential([layers.Dense(1, activation="sigmoid", input_shape=(8,))])
model.compile("adam", "binary_crossentropy")
model.fit(x, y.astype("float32"), validation_data=(x, known))
model.evaluate(*load())
model.evaluate(x, np.asarray(load("labels"), "float32"))

other = keras.Sequential([layers.Dense(10, activation="softmax", input_shape=(8,))])
other.compile("adam", loss=keras.losses.CategoricalCrossentropy(label_smoothing=0.1))
other.fit(x, y.astype("float32"))
