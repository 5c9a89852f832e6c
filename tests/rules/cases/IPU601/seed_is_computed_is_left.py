import tensorflow as tf

tf.keras.utils.set_random_seed(read_seed())
# output
import tensorflow as tf

# gpu2ipu: IPU601 `tf.keras.utils.set_random_seed` came with TensorFlow 2.7 and is not in TensorFlow 2.6: seed `random`, `numpy.random` and `tf.random`
tf.keras.utils.set_random_seed(read_seed())
