import numpy as np
import tensorflow as tf
from tensorflow.keras import Input, Model, layers, mixed_precision

KIND = np.float64
mixed_precision.set_global_policy("float64")
inputs = Input((4,), dtype=tf.float64)
hidden = layers.Dense(8, dtype=KIND)(inputs)
model = Model(inputs, layers.Dense(1, dtype=tf.float32)(hidden))
table = np.zeros(3, dtype="float64")
# output
import numpy as np
import tensorflow as tf
from tensorflow.keras import Input, Model, layers, mixed_precision

KIND = np.float64
mixed_precision.set_global_policy("float32")
inputs = Input((4,), dtype=tf.float32)
# gpu2ipu: IPU915 an IPU has no float64: use float32
hidden = layers.Dense(8, dtype=KIND)(inputs)
model = Model(inputs, layers.Dense(1, dtype=tf.float32)(hidden))
table = np.zeros(3, dtype="float64")
