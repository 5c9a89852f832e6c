import tensorflow as tf
from numba import cuda

model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
model.save("model.h5")
cuda.select_device(0)
cuda.close()
device = cuda.get_current_device()
device.reset()
model.reset()
# output
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
model.save("model.h5")
model.reset()
