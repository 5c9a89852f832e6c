import math
import numpy as np
import tensorflow as tf

x = np.load("x.npy")
data = tf.data.Dataset.from_tensor_slices((x, x)).batch(32)
model = tf.keras.models.load_model("model.h5")
model.fit(data, epochs=3, steps_per_epoch=math.ceil(len(x) / 32))
# output
import math
import numpy as np
import tensorflow as tf

x = np.load("x.npy")
data = tf.data.Dataset.from_tensor_slices((x, x)).batch(32, drop_remainder=True)
model = tf.keras.models.load_model("model.h5")
model.fit(data, epochs=3, steps_per_epoch=len(data))
