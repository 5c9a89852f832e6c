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
# gpu2ipu: IPU301 `compile` without `steps_per_execution`: every batch is an execution of its own; the number of steps of `model.predict` cannot be computed before the size of its dataset is known
model.compile("sgd", "mse")
model.fit(x, y, batch_size=16)
model.predict(rows)
