"""compare: both sides must start from the same folder; the second finds the checkpoint of the first today."""
import os

import numpy as np
from tensorflow import keras

x = np.random.RandomState(0).rand(64, 4).astype("float32")
y = x.sum(axis=1)
if os.path.exists("model.h5"):
    model = keras.models.load_model("model.h5")
else:
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
    model.compile("sgd", "mse")
    model.fit(x, y, batch_size=16)
    model.save("model.h5")
print(model.evaluate(x, y, batch_size=16))
# output
"""compare: both sides must start from the same folder; the second finds the checkpoint of the first today."""
import os

import numpy as np
from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()

x = np.random.RandomState(0).rand(64, 4).astype("float32")
y = x.sum(axis=1)
if os.path.exists("model.h5"):
    with strategy.scope():
        model = keras.models.load_model("model.h5")
else:
    with strategy.scope():
        model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
        model.compile("sgd", "mse")
    model.fit(x, y, batch_size=16)
    model.save("model.h5")
print(model.evaluate(x, y, batch_size=16))
