import numpy as np
from tensorflow import keras

x, y = np.load("x.npy"), np.load("y.npy")
batch_size = max(size for size in range(1, 65) if len(x) % size == 0)

model = keras.models.load_model("model.h5")
model.fit(x, y, batch_size=batch_size)
