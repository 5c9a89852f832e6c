# flags: --replicas 2 --select IPU310,IPU311
import numpy as np
from tensorflow import keras

x, y = np.random.rand(1024, 4).astype("float32"), np.random.rand(1024).astype("float32")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y)
other = keras.Sequential([keras.layers.Dense(1)])
other.compile("sgd", "mse")
other.fit((each for each in [(x, y)]), steps_per_epoch=1)
# output
import numpy as np
from tensorflow import keras

x, y = np.random.rand(1024, 4).astype("float32"), np.random.rand(1024).astype("float32")
model = keras.Sequential([keras.layers.Dense(1)])
# gpu2ipu: IPU311 the model is not trained by 2 replicas: the batches of `other.fit` cannot be shared out, as its data is a generator: make a dataset of it first
model.compile("sgd", "mse")
model.fit(x, y)
other = keras.Sequential([keras.layers.Dense(1)])
# gpu2ipu: IPU311 the model is not trained by 2 replicas: the batches of `other.fit` cannot be shared out, as its data is a generator: make a dataset of it first
other.compile("sgd", "mse")
other.fit((each for each in [(x, y)]), steps_per_epoch=1)
