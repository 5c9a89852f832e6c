import numpy as np
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices((np.zeros((1010, 4)), np.zeros(1010))).batch(32, drop_remainder=True)

model = tf.keras.models.load_model("model.h5")
model.fit(data)
