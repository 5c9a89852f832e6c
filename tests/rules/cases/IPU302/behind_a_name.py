import numpy as np
import tensorflow as tf

STEPS_PER_EXECUTION = 3
train = tf.data.Dataset.from_tensor_slices((np.random.rand(640, 4), np.random.rand(640)))
train = train.batch(32, drop_remainder=True)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse", steps_per_execution=STEPS_PER_EXECUTION)
model.fit(train)
# output
import numpy as np
import tensorflow as tf

STEPS_PER_EXECUTION = 3
train = tf.data.Dataset.from_tensor_slices((np.random.rand(640, 4), np.random.rand(640)))
train = train.batch(32, drop_remainder=True)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse", steps_per_execution=len(train))
model.fit(train)
