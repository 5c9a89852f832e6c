import numpy as np
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices(({"a": np.zeros(320)}, np.zeros(320, int)))
model = tf.keras.models.load_model("model.h5")
model.fit(data.batch(32, drop_remainder=True))
# output
import numpy as np
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices(({"a": np.zeros(320)}, np.zeros(320, int)))
model = tf.keras.models.load_model("model.h5")
model.fit(data.batch(32, drop_remainder=True).map(lambda x, y: (x, tf.cast(y, tf.int32))))
