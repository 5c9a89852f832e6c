from tensorflow.keras.ops import concatenate, gelu, softmax as soft
from tensorflow.keras.ops import leaky_relu, take
from tensorflow.keras.random import uniform


def joined(a, b):
    return concatenate([gelu(a), soft(b, axis=-1)]) + uniform((2, 3), minval=0.0)


def smooth(a):
    return gelu(a, approximate=False) + gelu(a, False) + concatenate([a, a], axis=1)


def others(a):
    return leaky_relu(a, negative_slope=0.1) + take(a, [0])
# output
from tensorflow import concat as concatenate
from tensorflow.nn import gelu, softmax as soft
from tensorflow.nn import leaky_relu
# gpu2ipu: IPU601 `tf.keras.ops.take` came with Keras 3 and is not in TensorFlow 2.6: use `tf.gather`, of which the arguments are others
from tensorflow.keras.ops import take
from tensorflow.random import uniform


def joined(a, b):
    return concatenate([gelu(a, approximate=True), soft(b, axis=-1)], axis=0) + uniform((2, 3), minval=0.0)


def smooth(a):
    return gelu(a, approximate=False) + gelu(a, False) + concatenate([a, a], axis=1)


def others(a):
    return leaky_relu(a, alpha=0.1) + take(a, [0])
