import tensorflow as tf

train = tf.data.Dataset.from_tensor_slices((tf.zeros((100, 4)), tf.zeros((100, 1))))
train = train.shuffle(100).batch(32)
test = tf.data.Dataset.from_tensor_slices((tf.zeros((50, 4)), tf.zeros((50, 1)))).batch(batch_size=16)

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(train, validation_data=test)
# output
import tensorflow as tf

train = tf.data.Dataset.from_tensor_slices((tf.zeros((100, 4)), tf.zeros((100, 1))))
train = train.shuffle(100).batch(32, drop_remainder=True)
test = tf.data.Dataset.from_tensor_slices((tf.zeros((50, 4)), tf.zeros((50, 1)))).batch(batch_size=25, drop_remainder=True)

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(train, validation_data=test)
