import numpy as np
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices(np.zeros((96, 4)))
model = tf.keras.models.load_model("model.h5")
print(model.predict(data.batch(32)))
# output
import numpy as np
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices(np.zeros((96, 4)))
model = tf.keras.models.load_model("model.h5")
print(model.predict(data.batch(32, drop_remainder=True)))
