import numpy as np
from tensorflow import keras

model = keras.models.load_model("model.h5")
model.fit(np.random.rand(320, 4), np.random.rand(320))
