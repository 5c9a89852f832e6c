import numpy as np
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices((np.zeros((960, 4)), np.zeros(960))).batch(32, drop_remainder=True)
x_test, y_test = np.zeros((250, 4)), np.zeros(250)
model = tf.keras.models.load_model("model.h5")
model.fit(data, validation_data=(x_test, y_test))
# output
import numpy as np
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices((np.zeros((960, 4)), np.zeros(960))).batch(32, drop_remainder=True)
x_test, y_test = np.zeros((250, 4)), np.zeros(250)
model = tf.keras.models.load_model("model.h5")
model.fit(data, validation_data=(x_test, y_test), validation_batch_size=25)
