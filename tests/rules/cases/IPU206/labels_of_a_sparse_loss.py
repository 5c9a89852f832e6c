import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

from data import load

x_train, y_train, x_test, y_test = load()
x_val, y_val = np.load("x_val.npy"), np.load("y_val.npy")
loss = keras.losses.SparseCategoricalCrossentropy()

model = keras.Sequential([layers.Dense(10, activation="softmax", input_shape=(8,))])
model.compile("adam", "sparse_categorical_crossentropy")
model.fit(x_train, y_train, validation_data=(x_val, y_val))
model.evaluate(x_test, y_test)
model.compile("adam", loss)
model.fit(x_val, y_val)
# output
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

from data import load

x_train, y_train, x_test, y_test = load()
x_val, y_val = np.load("x_val.npy"), np.load("y_val.npy")
loss = keras.losses.SparseCategoricalCrossentropy()

model = keras.Sequential([layers.Dense(10, activation="softmax", input_shape=(8,))])
model.compile("adam", "sparse_categorical_crossentropy")
model.fit(x_train, np.asarray(y_train, "int32"), validation_data=(x_val, y_val.astype("int32")))
model.evaluate(x_test, np.asarray(y_test, "int32"))
model.compile("adam", loss)
model.fit(x_val, y_val.astype("int32"))
