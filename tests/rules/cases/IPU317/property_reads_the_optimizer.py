# flags: --device-loop --notes 42
import numpy as np
import tensorflow as tf
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x = np.random.rand(960, 8).astype("float32")
y = x.sum(axis=1, keepdims=True)
train_ds = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(960).batch(32, drop_remainder=True)

with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(1)])
    optimizer = tf.keras.optimizers.Adam()
    train_loss = tf.keras.metrics.Mean()
mean_loss = tf.keras.metrics.Mean()


@tf.function(jit_compile=True)
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    train_loss(loss)
    return loss


class Loop:
    def __init__(self):
        self.optimizer = optimizer

    @property
    def step(self):
        return int(self.optimizer.iterations)

    def run(self):
        for epoch in range(5):
            for x_batch, y_batch in train_ds:
                loss = strategy.run(train_step, args=(x_batch, y_batch))
                print(self.step, float(loss))


Loop().run()
