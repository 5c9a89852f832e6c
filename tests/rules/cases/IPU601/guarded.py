import tensorflow as tf

if hasattr(tf.keras.utils, "set_random_seed"):
    tf.keras.utils.set_random_seed(1)
try:
    from tensorflow.keras.optimizers.legacy import Adam
except ImportError:
    from tensorflow.keras.optimizers import Adam
optimizers = tf.keras.optimizers.legacy if tf.__version__ >= "2.11" else tf.keras.optimizers
