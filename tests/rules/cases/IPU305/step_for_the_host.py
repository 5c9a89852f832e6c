import sys

import tensorflow as tf
from tensorflow.python import ipu

use_ipu = "--ipu" in sys.argv
rows = tf.data.Dataset.from_tensor_slices((tf.zeros((96, 4)), tf.zeros((96, 1)))).batch(32, drop_remainder=True)
if use_ipu:
    config = ipu.config.IPUConfig()
    config.auto_select_ipus = 1
    config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy() if use_ipu else tf.distribute.get_strategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    optimizer = tf.keras.optimizers.SGD()


def update(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


@tf.function(jit_compile=True)
def ipu_step(x, y):
    return update(x, y)


def host_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    print(float(loss))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


if use_ipu:
    for x, y in rows:
        strategy.run(ipu_step, args=(x, y))
else:
    for x, y in rows:
        host_step(x, y)
