# flags: --replicas 2 --select IPU102,IPU310,IPU311,IPU504,IPU512
import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
batch_size = 32 * strategy.num_replicas_in_sync
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])


def step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(x)) / batch_size
    return tape.gradient(loss, model.trainable_variables)
# output
import tensorflow as tf
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()
batch_size = 32 * strategy.num_replicas_in_sync
with strategy.scope():
    # gpu2ipu: IPU311 the model is not trained by 2 replicas: a training loop of your own must share out its batches and average its gradients itself
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])


def step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(x)) / batch_size
    return tape.gradient(loss, model.trainable_variables)
