import numpy as np
from tensorflow import keras

x, y = np.random.rand(960, 4), np.random.rand(960)
x_test, y_test = np.random.rand(1009, 4), np.random.rand(1009)
model = keras.models.load_model("model.h5")
model.fit(x, y, batch_size=96, validation_data=(x_test, y_test))
# output
import numpy as np
from tensorflow import keras

x, y = np.random.rand(960, 4), np.random.rand(960)
x_test, y_test = np.random.rand(1009, 4), np.random.rand(1009)
model = keras.models.load_model("model.h5")
model.fit(x, y, batch_size=96, validation_data=(x_test[:len(x_test) // 96 * 96], y_test[:len(x_test) // 96 * 96]))
