import numpy as np
import tensorflow as tf
from tensorflow import keras


def pairs():
    for i in range(640):
        yield np.random.rand(4), i % 3


TYPES = (tf.float32, tf.int64)
SIGNATURE = ({"a": tf.TensorSpec((4,)), "b": tf.TensorSpec((), tf.int64)}, tf.TensorSpec((), dtype=tf.int32))
model = keras.Sequential([keras.layers.Dense(3)])
ds = tf.data.Dataset.from_generator(pairs, TYPES, ((4,), ())).repeat().batch(32)
model.fit(ds, steps_per_epoch=20)
ds = tf.data.Dataset.from_generator(pairs, output_signature=SIGNATURE).repeat().batch(32)
model.fit(ds, steps_per_epoch=20)
ds = tf.data.Dataset.from_generator(pairs, output_types=("float32", "int32")).repeat().batch(32)
model.fit(ds, steps_per_epoch=20)
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras


def pairs():
    for i in range(640):
        yield np.random.rand(4), i % 3


TYPES = (tf.float32, tf.int64)
SIGNATURE = ({"a": tf.TensorSpec((4,)), "b": tf.TensorSpec((), tf.int64)}, tf.TensorSpec((), dtype=tf.int32))
model = keras.Sequential([keras.layers.Dense(3)])
ds = tf.data.Dataset.from_generator(pairs, TYPES, ((4,), ())).repeat().batch(32)
model.fit(ds.map(lambda x, y: (x, tf.cast(y, tf.int32))), steps_per_epoch=20)
ds = tf.data.Dataset.from_generator(pairs, output_signature=SIGNATURE).repeat().batch(32)
model.fit(ds.map(lambda x, y: ({**x, "b": tf.cast(x["b"], tf.int32)}, y)), steps_per_epoch=20)
ds = tf.data.Dataset.from_generator(pairs, output_types=("float32", "int32")).repeat().batch(32)
model.fit(ds, steps_per_epoch=20)
