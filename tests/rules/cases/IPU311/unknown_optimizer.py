# flags: --replicas 2 --select IPU310,IPU311
import numpy as np
import tensorflow as tf
from tensorflow import keras

x, y = np.random.rand(1024, 4).astype("float32"), np.random.rand(1024).astype("float32")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(tf.compat.v1.train.AdamOptimizer(), "mse")
model.fit(x, y)
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras

x, y = np.random.rand(1024, 4).astype("float32"), np.random.rand(1024).astype("float32")
model = keras.Sequential([keras.layers.Dense(1)])
# gpu2ipu: IPU311 the model is not trained by 2 replicas: cannot determine its optimizer, whose gradients must be averaged over replicas
model.compile(tf.compat.v1.train.AdamOptimizer(), "mse")
model.fit(x, y)
