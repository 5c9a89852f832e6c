# flags: --replicas 2
import numpy as np
from tensorflow import keras

x, y = np.random.rand(1024, 4).astype("float32"), np.random.rand(1024).astype("float32")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.train_on_batch(x, y)
# output
import numpy as np
from tensorflow import keras

x, y = np.random.rand(1024, 4).astype("float32"), np.random.rand(1024).astype("float32")
model = keras.Sequential([keras.layers.Dense(1)])
# gpu2ipu: IPU311 the model is not trained by 2 replicas: `train_on_batch` and the like give each replica the same batch; use `fit`
model.compile("sgd", "mse")
model.train_on_batch(x, y)
