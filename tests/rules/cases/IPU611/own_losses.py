import numpy as np
from tensorflow import keras


def autoencoder():
    x = keras.Input((784,))
    y = keras.layers.Dense(784, activation="sigmoid")(keras.layers.Dense(2)(x))
    model = keras.Model(x, y)
    model.add_loss(keras.backend.mean(keras.losses.binary_crossentropy(x, y)))
    return model


rows = np.random.rand(64, 784).astype("float32")
first = autoencoder()
first.compile(optimizer="adam", metrics=["accuracy"])
first.fit(rows, epochs=2, validation_data=(rows, None))
second = autoencoder()
second.compile(optimizer="adam", loss=None, metrics=["mae", "acc"])
second.fit(rows, None)
# output
import numpy as np
from tensorflow import keras


def autoencoder():
    x = keras.Input((784,))
    y = keras.layers.Dense(784, activation="sigmoid")(keras.layers.Dense(2)(x))
    model = keras.Model(x, y)
    model.add_loss(keras.backend.mean(keras.losses.binary_crossentropy(x, y)))
    return model


rows = np.random.rand(64, 784).astype("float32")
first = autoencoder()
first.compile(optimizer="adam")
first.fit(rows, epochs=2, validation_data=(rows, None))
second = autoencoder()
second.compile(optimizer="adam", loss=None, metrics=["mae"])
second.fit(rows, None)
