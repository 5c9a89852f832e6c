# flags: --all-rules
import tensorflow.compat.v1 as tf
from tensorflow.python import ipu

tf.disable_eager_execution()
tf.disable_v2_behavior()

config = ipu.config.IPUConfig()
config.auto_select_ipus = 1
config.configure_ipu_system()
model = tf.keras.Sequential([tf.keras.layers.Dense(10)])


def loss_of(x, y):
    loss = tf.losses.sparse_softmax_cross_entropy(y, model(x))
    return loss, tf.train.GradientDescentOptimizer(0.1).minimize(loss)


x, y = tf.placeholder(tf.float32, [4, 8]), tf.placeholder(tf.int32, [4])
with ipu.scopes.ipu_scope("/device:IPU:0"):
    step = ipu.ipu_compiler.compile(loss_of, [x, y])
