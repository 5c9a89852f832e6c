# case: a port of a training loop: tf.function with jit_compile, run by strategy.run inside the scope
# rules: none
# port: unchanged
# must: prints epoch 2
import numpy as np
import tensorflow as tf
from tensorflow.python.ipu.config import IPUConfig
from tensorflow.python.ipu.ipu_strategy import IPUStrategyV1

STEPS, BATCH = 10, 16

cfg = IPUConfig()
cfg.auto_select_ipus = 1
cfg.configure_ipu_system()

x = np.random.RandomState(0).rand(STEPS * BATCH, 4).astype('float32')
y = x.sum(axis=1, keepdims=True)

ipu_scope = IPUStrategyV1()
with ipu_scope.scope():
    ds = tf.data.Dataset.from_tensor_slices((x, y)).repeat().batch(BATCH, drop_remainder=True)
    net = tf.keras.Sequential([tf.keras.layers.Dense(8, activation='tanh', input_shape=(4,)),
                               tf.keras.layers.Dense(1)])
    opt = tf.keras.optimizers.SGD(0.1)

    @tf.function(jit_compile=True)
    def epoch(iterator):
        total = 0.0
        for _ in tf.range(STEPS):
            features, target = next(iterator)
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(net(features, training=True) - target))
            gradients = tape.gradient(loss, net.trainable_variables)
            opt.apply_gradients(zip(gradients, net.trainable_variables))
            total += loss
        return total / STEPS

    it = iter(ds)
    for number in range(1, 3):
        print('epoch', number, 'loss', float(ipu_scope.run(epoch, args=(it,))))
