import numpy as np
from tensorflow import keras

x = np.random.rand(1000, 4)
model = keras.models.load_model("model.h5")
print(model.predict(x, batch_size=128, verbose=1).shape)
# output
import numpy as np
from tensorflow import keras

x = np.random.rand(1000, 4)
model = keras.models.load_model("model.h5")
print(model.predict(x, batch_size=125, verbose=1).shape)
