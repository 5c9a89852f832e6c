import numpy as np
from tensorflow import keras

small, large = np.random.rand(1010, 4), np.random.rand(2020, 4)

model = keras.models.load_model("autoencoder.h5")
model.fit(small, small, batch_size=64)
model.fit(large, large, batch_size=64)
# output
import numpy as np
from tensorflow import keras

small, large = np.random.rand(1010, 4), np.random.rand(2020, 4)

model = keras.models.load_model("autoencoder.h5")
train_size = len(small) // 64 * 64
model.fit(small[:train_size], small[:train_size], batch_size=64)
train_size_2 = len(large) // 64 * 64
model.fit(large[:train_size_2], large[:train_size_2], batch_size=64)
