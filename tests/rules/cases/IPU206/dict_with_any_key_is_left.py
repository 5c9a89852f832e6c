import numpy as np
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices(({"it's": np.zeros(320, int)}, np.zeros(320)))
model = tf.keras.models.load_model("model.h5")
model.fit(data.batch(32, drop_remainder=True))
# output
import numpy as np
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices(({"it's": np.zeros(320, int)}, np.zeros(320)))
model = tf.keras.models.load_model("model.h5")
# gpu2ipu: IPU206 `data.batch(32, drop_remainder=True)` is int64, which the IPU does not support: cast it
model.fit(data.batch(32, drop_remainder=True))
