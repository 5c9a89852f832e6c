import math

import numpy as np
import tensorflow as tf
from tensorflow import keras

x, y = np.load("x.npy"), np.load("y.npy")
data = tf.data.Dataset.from_tensor_slices((x, y)).repeat().batch(32, drop_remainder=True)
model = keras.Sequential([keras.layers.Dense(1)])
model.fit(data, steps_per_epoch=len(x) // 32)
model.fit(data, steps_per_epoch=math.ceil(len(x) / 32), validation_data=data, validation_steps=None)
model.fit(data, steps_per_epoch=int(np.ceil(len(x) / 32)))
model.fit(data, steps_per_epoch=round(len(x) / 32))
model.evaluate(data, steps=int(input()))
model.predict(data, steps=x)
