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


@tf.function(jit_compile=True)
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    train_loss(loss)
    return loss


@tf.function(jit_compile=True)
def test_step(x, y):
    return tf.reduce_mean((model(x) - y) ** 2)


for epoch in range(5):
    for x_batch, y_batch in train_ds.skip(5):
        strategy.run(train_step, args=(x_batch, y_batch))
    for x_batch, y_batch in train_ds.take(5):
        mean_loss(strategy.run(test_step, args=(x_batch, y_batch)))
    print(float(mean_loss.result()))
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


@tf.function(jit_compile=True)
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    train_loss(loss)
    return loss


@tf.function(jit_compile=True)
def test_step(x, y):
    return tf.reduce_mean((model(x) - y) ** 2)


@tf.function(jit_compile=True)
def train_steps(iterator, steps):
    for _ in tf.range(steps):
        x_batch, y_batch = next(iterator)
        train_step(x_batch, y_batch)


with strategy.scope():
    iterator = iter(train_ds.skip(5).repeat())


@tf.function(jit_compile=True)
def test_steps(iterator, steps):
    for _ in tf.range(steps):
        x_batch, y_batch = next(iterator)
        test_step_results.enqueue(test_step(x_batch, y_batch))


with strategy.scope():
    iterator_2 = iter(train_ds.take(5).repeat())
    test_step_results = ipu.ipu_outfeed_queue.IPUOutfeedQueue()

for epoch in range(5):
    strategy.run(train_steps, args=(iterator, len(train_ds.skip(5))))
    strategy.run(test_steps, args=(iterator_2, len(train_ds.take(5))))
    for result in test_step_results:
        mean_loss(result)
    print(float(mean_loss.result()))
