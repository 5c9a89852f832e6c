import numpy as np
from tensorflow import keras

x = np.random.rand(96, 4)
model = keras.models.load_model("model.h5")
model.predict(x)
model.predict(x[:48], batch_size=16)
model.predict(x[:1], batch_size=1)
