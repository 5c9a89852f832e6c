import numpy as np
from tensorflow import keras

x = np.arange(-1, 1, 0.2)
y = 2 * x + 3
z = np.append(np.arange(5), x)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y, validation_data=(np.random.permutation(read()), z))
