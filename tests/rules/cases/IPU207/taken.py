import tensorflow as tf
from tensorflow import keras

data = tf.data.Dataset.from_tensor_slices((tf.zeros((320, 4)), tf.zeros(320))).repeat().batch(16).take(10)
model = keras.models.load_model("model.h5")
model.fit(data)
