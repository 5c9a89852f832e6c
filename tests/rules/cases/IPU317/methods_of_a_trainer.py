# flags: --device-loop --no-annotate
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


class Trainer:
    def __init__(self, data):
        self.data = data
        self.loss = tf.keras.metrics.Mean()

    @tf.function(jit_compile=True)
    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        return loss

    def fit(self, epochs):
        for epoch in range(epochs):
            for x_batch, y_batch in self.data:
                self.loss(strategy.run(self.step, args=(x_batch, y_batch)))
            print(epoch, float(self.loss.result()))


Trainer(train_ds).fit(5)
# output
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


class Trainer:
    def __init__(self, data):
        self.data = data
        self.loss = tf.keras.metrics.Mean()

    @tf.function(jit_compile=True)
    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        return loss

    def fit(self, epochs):
        @tf.function(jit_compile=True)
        def steps(iterator, number_of_steps):
            for _ in tf.range(number_of_steps):
                x_batch, y_batch = next(iterator)
                step_results.enqueue(self.step(x_batch, y_batch))

        with strategy.scope():
            iterator = iter(self.data.repeat())
            step_results = ipu.ipu_outfeed_queue.IPUOutfeedQueue()
        for epoch in range(epochs):
            strategy.run(steps, args=(iterator, len(self.data)))
            for result in step_results:
                self.loss(result)
            print(epoch, float(self.loss.result()))


Trainer(train_ds).fit(5)
