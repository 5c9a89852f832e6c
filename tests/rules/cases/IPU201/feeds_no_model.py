import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices((tf.zeros((100, 4)), tf.zeros((100, 1))))
for x, y in data.batch(32):
    print(x.shape, y.shape)

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(data.batch(32, drop_remainder=True))
