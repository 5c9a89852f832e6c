import os

import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(812)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
# output
import os
import random

import numpy as np
import tensorflow as tf

random.seed(812)
np.random.seed(812)
tf.random.set_seed(812)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
