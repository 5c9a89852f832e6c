import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices((tf.zeros((100, 4)), tf.zeros((100, 1)))).batch(7)
data = data.unbatch().batch(32, drop_remainder=True)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(data)
