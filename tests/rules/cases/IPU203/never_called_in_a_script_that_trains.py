import numpy as np
from tensorflow import keras


def show(model, image):
    return model.predict(np.array([image]))


model = keras.Sequential([keras.layers.Dense(1)])
model.compile("adam", "mse")
