import numpy as np
import tensorflow as tf
from tensorflow import keras


def steps_for(rows, batch):
    return np.floor(rows / batch)


def train(data, steps=10.0):
    model.fit(data, steps_per_epoch=steps)


x, y = np.load("x.npy"), np.load("y.npy")
data = tf.data.Dataset.from_tensor_slices((x, y)).repeat().batch(32, drop_remainder=True)
steps = len(x) / 32
model = keras.Sequential([keras.layers.Dense(1)])
model.fit(data, steps_per_epoch=len(x) / 32)
model.fit(data, steps_per_epoch=(len(x) + 1) / (2 * 16))
model.fit(data, steps_per_epoch=steps, validation_data=data, validation_steps=steps / 4)
model.fit(data, steps_per_epoch=np.ceil(len(x) / 32), epochs=2)
model.fit(data, steps_per_epoch=steps_for(len(x), 32))
model.evaluate(data, steps=len(y) * 0.1)
model.predict(data, steps=1e2)
model.fit(data, None, None, 1, 1, None, 0.0, None, True, None, None, 0, len(x) / 32)
options = {"steps_per_epoch": len(x) / 32}
model.fit(data, **options)
train(data)
# output
import math

import numpy as np
import tensorflow as tf
from tensorflow import keras


def steps_for(rows, batch):
    return np.floor(rows / batch)


def train(data, steps=10.0):
    model.fit(data, steps_per_epoch=math.ceil(steps))


x, y = np.load("x.npy"), np.load("y.npy")
data = tf.data.Dataset.from_tensor_slices((x, y)).repeat().batch(32, drop_remainder=True)
steps = len(x) / 32
model = keras.Sequential([keras.layers.Dense(1)])
model.fit(data, steps_per_epoch=-(-len(x) // 32))
model.fit(data, steps_per_epoch=-(-(len(x) + 1) // (2 * 16)))
model.fit(data, steps_per_epoch=math.ceil(steps), validation_data=data, validation_steps=math.ceil(steps / 4))
model.fit(data, steps_per_epoch=int(np.ceil(len(x) / 32)), epochs=2)
model.fit(data, steps_per_epoch=math.ceil(steps_for(len(x), 32)))
model.evaluate(data, steps=math.ceil(len(y) * 0.1))
model.predict(data, steps=100)
model.fit(data, None, None, 1, 1, None, 0.0, None, True, None, None, 0, -(-len(x) // 32))
options = {"steps_per_epoch": len(x) / 32}
model.fit(data, **{**options, "steps_per_epoch": math.ceil(options["steps_per_epoch"])})
train(data)
