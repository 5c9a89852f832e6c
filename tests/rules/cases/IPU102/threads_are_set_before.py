import tensorflow as tf

SEED = 3
tf.config.threading.set_intra_op_parallelism_threads(2)
tf.random.set_seed(SEED)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf
from tensorflow.python import ipu

SEED = 3
tf.config.threading.set_intra_op_parallelism_threads(2)

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()

tf.random.set_seed(SEED)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
