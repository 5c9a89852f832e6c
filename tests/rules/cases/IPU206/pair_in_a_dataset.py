import numpy as np
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices(((np.zeros((320, 2)), np.zeros(320, int)), np.zeros(320)))
model = tf.keras.models.load_model("model.h5")
model.fit(data.batch(32, drop_remainder=True))
# output
import numpy as np
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices(((np.zeros((320, 2)), np.zeros(320, int)), np.zeros(320)))
model = tf.keras.models.load_model("model.h5")
model.fit(data.batch(32, drop_remainder=True).map(lambda x, y: ((x[0], tf.cast(x[1], tf.int32)), y)))
