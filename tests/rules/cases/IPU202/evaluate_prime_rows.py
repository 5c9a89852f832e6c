import numpy as np
from tensorflow import keras

x, y = np.random.rand(1009, 4), np.random.rand(1009)

model = keras.models.load_model("model.h5")
print(model.evaluate(x, y, 32))
# output
import numpy as np
from tensorflow import keras

x, y = np.random.rand(1009, 4), np.random.rand(1009)

model = keras.models.load_model("model.h5")
print(model.evaluate(x[:len(x) // 32 * 32], y[:len(x) // 32 * 32], 32))
