# flags: --select IPU202,IPU203,IPU204,IPU205,IPU210
import numpy as np
from tensorflow import keras


def load(rows):
    return np.zeros((rows, 4), "float32"), np.zeros(rows, "float32")


model = keras.models.load_model("model.h5")
model.fit(*load(640), validation_data=load(64))
model.evaluate(*load(64))
# output
import numpy as np
from tensorflow import keras


def load(rows):
    return np.zeros((rows, 4), "float32"), np.zeros(rows, "float32")


model = keras.models.load_model("model.h5")
model.fit(*load(640), validation_data=load(64))
model.evaluate(*load(64))
