import numpy as np
from tensorflow import keras

x = np.load("x.npy")
model = keras.models.load_model("model.h5")
padded = np.concatenate([x, np.repeat(x[-1:], -len(x) % 32, axis=0)])
predictions = model.predict(padded)[: len(x)]
