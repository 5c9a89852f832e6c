import tensorflow as tf
from tensorflow import keras


@tf.function(reduce_retracing=True)
def step(x):
    return x


keras.backend.clear_session(free_memory=True)
# output
import tensorflow as tf
from tensorflow import keras


@tf.function()
def step(x):
    return x


keras.backend.clear_session()
