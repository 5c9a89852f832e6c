# flags: --select IPU202,IPU203,IPU204,IPU205,IPU210
import numpy as np
from tensorflow import keras

x, y = np.zeros((1010, 4), "float32"), np.zeros(1010, "float32")


def noisy(array):
    return array + np.random.rand(*array.shape)


model = keras.models.load_model("model.h5")
model.fit(noisy(x), noisy(y), validation_split=0.2)
model.fit(x / 255, y.reshape(-1, 1), validation_split=0.2)
model.fit(noisy(x)[:800], y[:800], batch_size=80, validation_split=0.2)
retrain = lambda: model.fit(x, noisy(y), validation_split=0.2)
# output
import numpy as np
from tensorflow import keras

x, y = np.zeros((1010, 4), "float32"), np.zeros(1010, "float32")


def noisy(array):
    return array + np.random.rand(*array.shape)


model = keras.models.load_model("model.h5")
x_train = noisy(x)
y_train = noisy(y)
train_rows = int(len(x_train) * 0.8)
train_size = train_rows // 32 * 32
model.fit(x_train[:train_size], y_train[:train_size], validation_data=(x_train[train_rows:], y_train[train_rows:]), validation_batch_size=101)
train_rows_2 = int(len(x) * 0.8)
train_size_2 = train_rows_2 // 32 * 32
model.fit((x / 255)[:train_size_2], y.reshape(-1, 1)[:train_size_2], validation_data=((x / 255)[train_rows_2:], y.reshape(-1, 1)[train_rows_2:]), validation_batch_size=101)
model.fit(noisy(x)[:800], y[:800], batch_size=80, validation_split=0.2)
# gpu2ipu: IPU204 the samples or the batch size of `fit` are computed in the call: assign them to names, so that they can be read twice
retrain = lambda: model.fit(x, noisy(y), validation_split=0.2)
