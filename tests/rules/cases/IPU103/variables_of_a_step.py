import tensorflow as tf
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()

dataset = tf.data.Dataset.from_tensor_slices((tf.zeros((64, 2)), tf.zeros((64, 1)))).batch(32, drop_remainder=True)
weight = tf.Variable(0.0)
steps = tf.Variable(0)
epochs = tf.Variable(0)
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    optimizer = tf.keras.optimizers.SGD(0.1)


@tf.function(jit_compile=True)
def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y)) * tf.exp(-weight) + weight
    variables = model.trainable_variables + [weight]
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    steps.assign_add(1)
    return loss


for epoch in range(2):
    epochs.assign_add(1)
    for x, y in dataset:
        strategy.run(step, args=(x, y))
# output
import tensorflow as tf
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()

dataset = tf.data.Dataset.from_tensor_slices((tf.zeros((64, 2)), tf.zeros((64, 1)))).batch(32, drop_remainder=True)
with strategy.scope():
    weight = tf.Variable(0.0)
    steps = tf.Variable(0)
epochs = tf.Variable(0)
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    optimizer = tf.keras.optimizers.SGD(0.1)


@tf.function(jit_compile=True)
def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y)) * tf.exp(-weight) + weight
    variables = model.trainable_variables + [weight]
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    steps.assign_add(1)
    return loss


for epoch in range(2):
    epochs.assign_add(1)
    for x, y in dataset:
        strategy.run(step, args=(x, y))
