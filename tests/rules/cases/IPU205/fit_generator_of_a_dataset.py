import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices((tf.zeros((320, 4)), tf.zeros(320))).batch(32, drop_remainder=True)
tf.keras.models.load_model("model.h5").fit_generator(data)
