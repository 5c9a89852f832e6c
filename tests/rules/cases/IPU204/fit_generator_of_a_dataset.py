import numpy as np
import tensorflow as tf

x, y = np.random.rand(330, 4), np.random.rand(330)
data = tf.data.Dataset.from_tensor_slices((x, y)).batch(32, drop_remainder=True)
model = tf.keras.models.load_model("model.h5")
model.fit_generator(data, validation_data=(x, y))
# output
import numpy as np
import tensorflow as tf

x, y = np.random.rand(330, 4), np.random.rand(330)
data = tf.data.Dataset.from_tensor_slices((x, y)).batch(32, drop_remainder=True)
model = tf.keras.models.load_model("model.h5")
# gpu2ipu: IPU204 `fit_generator` may end its validation with a partial batch: call `fit` instead
model.fit_generator(data, validation_data=(x, y))
