import numpy as np
import tensorflow as tf

x = tf.dtypes.cast(np.random.random((1024, 4)), tf.float32)
y = np.random.randint(2, size=(1024, 1))
dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(256, drop_remainder=True)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse", steps_per_execution=4)
model.fit(dataset)
# output
import numpy as np
import tensorflow as tf

x = tf.dtypes.cast(np.random.random((1024, 4)), tf.float32)
y = np.random.randint(2, size=(1024, 1))
dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(256, drop_remainder=True)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse", steps_per_execution=4)
model.fit(dataset.map(lambda x, y: (x, tf.cast(y, tf.int32))))
