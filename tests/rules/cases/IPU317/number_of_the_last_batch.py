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


for epoch in range(5):
    for step, (x_batch, y_batch) in enumerate(train_ds):
        loss = strategy.run(train_step, args=(x_batch, y_batch))
    print("batches", step + 1, "loss", float(loss))
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
def train_steps(iterator, steps):
    for _ in tf.range(steps):
        x_batch, y_batch = next(iterator)
        train_step_results.enqueue(train_step(x_batch, y_batch))


with strategy.scope():
    train_ds_iterator = iter(train_ds.repeat())
    train_step_results = ipu.ipu_outfeed_queue.IPUOutfeedQueue()

for epoch in range(5):
    strategy.run(train_steps, args=(train_ds_iterator, len(train_ds)))
    step = len(train_ds) - 1
    loss = train_step_results.dequeue()[-1]
    print("batches", step + 1, "loss", float(loss))
