import numpy as np
from tensorflow import keras

x, y = np.random.rand(150, 6).astype("float32"), np.random.rand(150, 2).astype("float32")
model = keras.Sequential([keras.layers.Dense(2)])
model.compile("sgd", loss=keras.losses.MeanSquaredError(reduction="sum"))
model.fit(x, y, batch_size=30)
print(model.evaluate(x, y))
# output
import numpy as np
from tensorflow import keras

x, y = np.random.rand(150, 6).astype("float32"), np.random.rand(150, 2).astype("float32")
model = keras.Sequential([keras.layers.Dense(2)])
model.compile("sgd", loss=keras.losses.MeanSquaredError(reduction="sum"))
model.fit(x, y, batch_size=30)
print(model.evaluate(x, y, batch_size=30))
