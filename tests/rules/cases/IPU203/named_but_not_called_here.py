import numpy as np
from tensorflow import keras


def show(model, image):
    return model.predict(np.array([image]))


model = keras.Sequential([keras.layers.Dense(1)])
shown = {"last": show}
# output
import numpy as np
from tensorflow import keras


def show(model, image):
    # gpu2ipu: IPU203 cannot determine whether `model.predict` is called on a Keras model; if it is, make sure that its batches are full
    return model.predict(np.array([image]))


model = keras.Sequential([keras.layers.Dense(1)])
shown = {"last": show}
