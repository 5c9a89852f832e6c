# flags: --select IPU202,IPU203,IPU204,IPU205,IPU210
import numpy as np
from tensorflow import keras


def load(rows):
    order = np.random.permutation(rows)
    return np.zeros((rows, 4), "float32")[order], np.zeros(rows, "float32")[order]


model = keras.models.load_model("model.h5")
model.fit(*load(1010), batch_size=32)
model.evaluate(*load(64))
# output
import numpy as np
from tensorflow import keras


def load(rows):
    order = np.random.permutation(rows)
    return np.zeros((rows, 4), "float32")[order], np.zeros(rows, "float32")[order]


model = keras.models.load_model("model.h5")
train_data = load(1010)
train_size = len(train_data[0]) // 32 * 32
model.fit(train_data[0][:train_size], train_data[1][:train_size], batch_size=32)
model.evaluate(*load(64))
