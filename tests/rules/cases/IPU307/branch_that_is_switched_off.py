import numpy as np
from tensorflow import keras

x, y = np.zeros((160, 4), "float32"), np.zeros((160, 1), "float32")
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse")
if 1:
    model.fit(x, y)
else:
    model.train_on_batch(x, y)
if False:
    model.test_on_batch(x, y)
