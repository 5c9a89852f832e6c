import numpy as np
import tensorflow as tf

train = tf.data.Dataset.from_tensor_slices((np.random.rand(640, 4), np.random.rand(640)))
train = train.batch(32, drop_remainder=True)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(train, epochs=3)
# output
import numpy as np
import tensorflow as tf

train = tf.data.Dataset.from_tensor_slices((np.random.rand(640, 4), np.random.rand(640)))
train = train.batch(32, drop_remainder=True)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse", steps_per_execution=len(train))
model.fit(train, epochs=3)
