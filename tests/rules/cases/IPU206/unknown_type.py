import numpy as np
from tensorflow import keras

x, y = np.load("x.npy"), np.load("y.npy")
model = keras.models.load_model("model.h5")
model.fit(x, y * np.random.rand())
