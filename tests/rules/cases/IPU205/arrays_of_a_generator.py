import numpy as np
from tensorflow import keras


def rows():
    for _ in range(320):
        yield np.random.rand(4)


model = keras.models.load_model("model.h5")
model.predict(np.array(list(rows())))
