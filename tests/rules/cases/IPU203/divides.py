import numpy as np
from tensorflow import keras

x = np.random.rand(100, 4)
model = keras.models.load_model("model.h5")
print(model.predict(x).shape)
# output
import numpy as np
from tensorflow import keras

x = np.random.rand(100, 4)
model = keras.models.load_model("model.h5")
print(model.predict(x, batch_size=25).shape)
