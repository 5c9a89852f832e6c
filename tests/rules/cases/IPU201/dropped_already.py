import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices((tf.zeros((100, 4)), tf.zeros((100, 1))))
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(data.batch(32, drop_remainder=True))
model.fit(data.batch(32, True))
model.fit(data.padded_batch(32, ([4], [1]), None, True))
