# flags: --select IPU201,IPU301
import sys

import numpy as np
import tensorflow as tf
from tensorflow import keras

x, y = np.random.rand(446, 4), np.random.rand(446)
data = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(446).batch(32)
test = tf.data.Dataset.from_tensor_slices((x, y)).batch(32)
steps = 0
for start in range(0, len(x), 32):
    steps += 1
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(data, epochs=3, steps_per_epoch=steps, validation_data=test, validation_steps=int(sys.argv[1]))
# output
import sys

import numpy as np
import tensorflow as tf
from tensorflow import keras


def suitable_steps(training, validation, *others):
    """Return the largest `steps_per_execution` that divides all step counts that are not smaller than it."""
    if min(training, validation, *others) < 1:
        raise ValueError("fewer samples than one batch: take a smaller batch size")

    def suit(steps):
        left = min(steps, training)
        inside = training % left == 0 and validation % min(left, validation) == 0
        return inside and all(other % min(steps, other) == 0 for other in others)

    return max(steps for steps in range(1, max(training, *others, 1) + 1) if suit(steps))


x, y = np.random.rand(446, 4), np.random.rand(446)
data = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(446).batch(32, drop_remainder=True)
test = tf.data.Dataset.from_tensor_slices((x, y)).batch(32, drop_remainder=True)
steps = 0
for start in range(0, len(x), 32):
    steps += 1
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse", steps_per_execution=suitable_steps(min(steps, len(data)), min(int(sys.argv[1]), len(test))))
model.fit(data, epochs=3, steps_per_epoch=min(steps, len(data)), validation_data=test, validation_steps=min(int(sys.argv[1]), len(test)))
