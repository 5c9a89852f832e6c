import math

import numpy as np
import tensorflow as tf

x, y = np.random.rand(150, 5), np.random.rand(150, 1)
batches = tf.data.Dataset.from_tensor_slices((x, y)).repeat().batch(32)
steps = math.ceil(len(x) / 32)
rate = tf.keras.optimizers.schedules.CosineDecay(0.1, steps * 4)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(rate), "mse")
model.fit(batches, steps_per_epoch=steps, epochs=4)
