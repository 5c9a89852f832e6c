# flags: --evaluation full-batches
import numpy as np
from tensorflow import keras

x, y = np.random.rand(1009, 4).astype("float32"), np.zeros(1009, "float32")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse", metrics=["mae"])
print(model.evaluate(x, y))
# output
import numpy as np
from tensorflow import keras

x, y = np.random.rand(1009, 4).astype("float32"), np.zeros(1009, "float32")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse", metrics=["mae"])
print(model.evaluate(x[:len(x) // 32 * 32], y[:len(x) // 32 * 32]))
