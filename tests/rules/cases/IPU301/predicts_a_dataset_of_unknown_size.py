import numpy as np
import tensorflow as tf
from tensorflow import keras

x, y, z = np.load("x.npy"), np.load("y.npy"), np.load("z.npy")
rows = tf.data.Dataset.from_tensor_slices(z).filter(is_wanted).batch(16, drop_remainder=True)
model = keras.Sequential([keras.layers.Dense(3)])
model.compile("sgd", "mse")
model.fit(x, y, batch_size=16)
model.predict(rows)
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras

x, y, z = np.load("x.npy"), np.load("y.npy"), np.load("z.npy")
rows = tf.data.Dataset.from_tensor_slices(z).filter(is_wanted).batch(16, drop_remainder=True)
model = keras.Sequential([keras.layers.Dense(3)])
# gpu2ipu: IPU301 `compile` without `steps_per_execution`: each execution runs a single batch; the step count of `model.predict` is not known because its dataset has no size
model.compile("sgd", "mse")
model.fit(x, y, batch_size=16)
model.predict(rows)
