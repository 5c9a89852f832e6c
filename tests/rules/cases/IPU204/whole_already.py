import numpy as np
from tensorflow import keras

x, y = np.random.rand(960, 4), np.random.rand(960)
model = keras.models.load_model("model.h5")
model.fit(x, y, validation_data=(x[:320], y[:320]))
model.fit(x, y, validation_data=(x[:100], y[:100]), validation_batch_size=20)
