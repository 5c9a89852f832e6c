import numpy as np
from tensorflow import keras

x, y = np.random.rand(320, 4), np.random.rand(320)
x_val, y_val = np.random.rand(100, 4), np.random.rand(100)
model = keras.models.load_model("model.h5")
model.fit(x, y, validation_data=(x_val, y_val), validation_steps=2)
model.fit(x, y, validation_data=(x_val, y_val), validation_steps=len(x_val) // 32)
model.fit(x, y, validation_data=(x_val, y_val), validation_steps=4)
model.fit(x, y, batch_size=20, validation_data=(x_val, y_val), validation_steps=3)
# output
import numpy as np
from tensorflow import keras

x, y = np.random.rand(320, 4), np.random.rand(320)
x_val, y_val = np.random.rand(100, 4), np.random.rand(100)
model = keras.models.load_model("model.h5")
model.fit(x, y, validation_data=(x_val[:2 * 32], y_val[:2 * 32]), validation_steps=2)
model.fit(x, y, validation_data=(x_val[:(len(x_val) // 32) * 32], y_val[:(len(x_val) // 32) * 32]), validation_steps=len(x_val) // 32)
model.fit(x, y, validation_data=(x_val, y_val), validation_batch_size=25)
model.fit(x, y, batch_size=20, validation_data=(x_val, y_val), validation_steps=3)
