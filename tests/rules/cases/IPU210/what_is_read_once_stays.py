# flags: --select IPU202,IPU203,IPU204,IPU205,IPU210
import numpy as np
from tensorflow import keras


def load(rows):
    return np.zeros((rows, 4), "float32")


model = keras.models.load_model("model.h5")
model.fit(load(1010), np.zeros(1010, "float32"), batch_size=32)
model.evaluate(load(640), load(640))
print(model.predict(load(1010)).shape)
# output
import numpy as np
from tensorflow import keras


def load(rows):
    return np.zeros((rows, 4), "float32")


model = keras.models.load_model("model.h5")
train_size = 1010 // 32 * 32
model.fit(load(1010)[:train_size], np.zeros(1010, "float32")[:train_size], batch_size=32)
model.evaluate(load(640), load(640))
print(model.predict(load(1010), batch_size=101).shape)
