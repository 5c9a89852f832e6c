import tensorflow as tf
from tensorflow.compat.v1 import ConfigProto, InteractiveSession
from tensorflow.keras import backend as K


def limit_memory(fraction):
    options = tf.GPUOptions(per_process_gpu_memory_fraction=fraction, allow_growth=True)
    sess = tf.Session(config=tf.ConfigProto(gpu_options=options))
    K.set_session(sess)


# let the GPU grow
config = ConfigProto()
config.gpu_options.allow_growth = True
session = InteractiveSession(config=config)
limit_memory(0.5)
later = tf.compat.v1.ConfigProto(allow_soft_placement=True)
later.log_device_placement = False
tf.compat.v1.keras.backend.set_session(tf.compat.v1.Session(config=later))
tf.compat.v1.InteractiveSession()

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf
from tensorflow.keras import backend as K


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
