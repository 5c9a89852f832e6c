from tensorflow.keras import *
from tensorflow.keras.utils import *

set_random_seed(3)


class Twice(Layer):
    def call(self, a):
        return ops.relu(a) * 2.0


model = Sequential([Twice(), layers.Dense(1)])
rows = pad_sequences([[1], [2, 3]])
# output
from tensorflow.keras import *
from tensorflow.keras.utils import *
import random
import numpy as np
import tensorflow as tf

random.seed(3)
np.random.seed(3)
tf.random.set_seed(3)


class Twice(tf.keras.layers.Layer):
    def call(self, a):
        return tf.nn.relu(a) * 2.0


model = Sequential([Twice(), layers.Dense(1)])
rows = tf.keras.preprocessing.sequence.pad_sequences([[1], [2, 3]])
