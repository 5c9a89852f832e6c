import numpy as np
import tensorflow as tf

a = np.zeros(320, int)
data = tf.data.Dataset.from_tensor_slices((a, a, a, a)).batch(32, drop_remainder=True)
model = tf.keras.models.load_model("model.h5")
model.fit(data)
# output
import numpy as np
import tensorflow as tf

a = np.zeros(320, int)
data = tf.data.Dataset.from_tensor_slices((a, a, a, a)).batch(32, drop_remainder=True)
model = tf.keras.models.load_model("model.h5")
# gpu2ipu: IPU206 `data` is int64, which the IPU does not support: cast it
model.fit(data)
