import tensorflow as tf
from tensorflow.keras.optimizers import legacy
from tensorflow.keras.optimizers.legacy import SGD, Adam as LegacyAdam

first = tf.keras.optimizers.legacy.RMSprop(1e-3)
second = tf.optimizers.legacy.Nadam(1e-3)
third = (legacy.Adam(), SGD(), LegacyAdam())
# output
import tensorflow as tf
from tensorflow.keras import optimizers as legacy
from tensorflow.keras.optimizers import SGD, Adam as LegacyAdam

first = tf.keras.optimizers.RMSprop(1e-3)
second = tf.optimizers.Nadam(1e-3)
third = (legacy.Adam(), SGD(), LegacyAdam())
