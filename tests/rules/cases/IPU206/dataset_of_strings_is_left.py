import numpy as np
import tensorflow as tf

texts = tf.data.Dataset.from_tensor_slices((np.array(["good", "bad"]), np.array([1.0, 0.0])))
model = tf.keras.models.load_model("reads_text")
model.fit(texts.batch(2, drop_remainder=True))
# output
import numpy as np
import tensorflow as tf

texts = tf.data.Dataset.from_tensor_slices((np.array(["good", "bad"]), np.array([1.0, 0.0])))
model = tf.keras.models.load_model("reads_text")
# gpu2ipu: IPU206 `texts.batch(2, drop_remainder=True)` is str, which the IPU does not support: convert it to numbers
model.fit(texts.batch(2, drop_remainder=True))
