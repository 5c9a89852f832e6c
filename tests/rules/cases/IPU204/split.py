import numpy as np
from tensorflow import keras

x, y = np.random.rand(1000, 4), np.random.rand(1000)
model = keras.models.load_model("model.h5")
model.fit(x, y, batch_size=64, validation_split=0.2, epochs=2)
# output
import numpy as np
from tensorflow import keras

x, y = np.random.rand(1000, 4), np.random.rand(1000)
model = keras.models.load_model("model.h5")
train_rows = int(len(x) * 0.8)
train_size = train_rows // 64 * 64
model.fit(x[:train_size], y[:train_size], batch_size=64, epochs=2, validation_data=(x[train_rows:], y[train_rows:]), validation_batch_size=50)
