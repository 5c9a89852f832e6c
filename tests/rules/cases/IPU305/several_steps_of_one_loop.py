# flags: --select IPU101,IPU102,IPU103,IPU305
import tensorflow as tf

rows = tf.data.Dataset.from_tensor_slices(tf.zeros((96, 4))).batch(32, drop_remainder=True)
model = tf.keras.Sequential([tf.keras.layers.Dense(4, input_shape=(4,))])
optimizer = tf.keras.optimizers.Adam()


def gradients_of(x):
    with tf.GradientTape() as tape:
        value = tf.reduce_mean(model(x))
    return tape.gradient(value, model.trainable_variables)


for x in rows:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x) - 1)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    gradients = gradients_of(x)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))

for x in rows:
    before = model(x)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x) - before)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
# output
import tensorflow as tf
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

rows = tf.data.Dataset.from_tensor_slices(tf.zeros((96, 4))).batch(32, drop_remainder=True)
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(4, input_shape=(4,))])
    optimizer = tf.keras.optimizers.Adam()


def gradients_of(x):
    with tf.GradientTape() as tape:
        value = tf.reduce_mean(model(x))
    return tape.gradient(value, model.trainable_variables)


@tf.function(jit_compile=True)
def train_step(x):
    gradients = gradients_of(x)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


@tf.function(jit_compile=True)
def train_step_2(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x) - 1)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


for x in rows:
    strategy.run(train_step_2, args=(x,))
    strategy.run(train_step, args=(x,))


@tf.function(jit_compile=True)
def test_step(x):
    before = model(x)
    return before


@tf.function(jit_compile=True)
def train_step_3(x, before):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x) - before)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


for x in rows:
    before = strategy.run(test_step, args=(x,))
    strategy.run(train_step_3, args=(x, before))
