import sys

import numpy as np
import tensorflow as tf
from tensorflow import keras

batch = int(sys.argv[1])
x, y = np.random.rand(100, 4).astype("float32"), np.random.rand(100, 1).astype("float32")
data = tf.data.Dataset.from_tensor_slices((x, y)).batch(batch)
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse")
model.fit(data, steps_per_epoch=(len(x) + batch - 1) // batch)
# output
import sys

import numpy as np
import tensorflow as tf
from tensorflow import keras

batch = int(sys.argv[1])
x, y = np.random.rand(100, 4).astype("float32"), np.random.rand(100, 1).astype("float32")
data = tf.data.Dataset.from_tensor_slices((x, y)).batch(batch, drop_remainder=True)
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse")
model.fit(data, steps_per_epoch=len(data))
