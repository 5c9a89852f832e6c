import numpy as np
from tensorflow import keras

x, y = np.random.rand(250, 4), np.random.rand(250)

model = keras.models.load_model("model.h5")
print(model.evaluate(x, y))
# output
import numpy as np
from tensorflow import keras

x, y = np.random.rand(250, 4), np.random.rand(250)

model = keras.models.load_model("model.h5")
print(model.evaluate(x, y, batch_size=25))
