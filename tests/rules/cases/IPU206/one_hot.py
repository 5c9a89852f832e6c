import numpy as np
from tensorflow import keras

x, labels = np.random.rand(320, 4), np.random.randint(3, size=320)
model = keras.models.load_model("model.h5")
model.fit(x, keras.utils.to_categorical(labels))
