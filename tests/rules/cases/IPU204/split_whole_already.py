import numpy as np
from tensorflow import keras

x, y = np.random.rand(1000, 4), np.random.rand(1000)
model = keras.models.load_model("model.h5")
model.fit(x, y, batch_size=50, validation_split=0.25)
