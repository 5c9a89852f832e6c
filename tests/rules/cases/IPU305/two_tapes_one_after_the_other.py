# flags: --select IPU101,IPU102,IPU103,IPU305
import tensorflow as tf

rows = tf.data.Dataset.from_tensor_slices(tf.zeros((96, 4))).batch(32, drop_remainder=True)
generator = tf.keras.Sequential([tf.keras.layers.Dense(4, input_shape=(4,))])
critic = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
optimizer = tf.keras.optimizers.Adam()


def gradients_of(model, noise):
    with tf.GradientTape() as tape:
        value = tf.reduce_mean(critic(generator(noise)))
    return tape.gradient(value, model.trainable_variables)


for real in rows:
    noise = tf.random.uniform((32, 4))
    with tf.GradientTape() as tape:
        c_loss = tf.reduce_mean(critic(generator(noise)) - critic(real))
    gradients = tape.gradient(c_loss, critic.trainable_variables)
    optimizer.apply_gradients(zip(gradients, critic.trainable_variables))
    with tf.GradientTape() as tape:
        g_loss = -tf.reduce_mean(critic(generator(noise)))
    gradients = tape.gradient(g_loss, generator.trainable_variables)
    optimizer.apply_gradients(zip(gradients, generator.trainable_variables))
    print(float(c_loss), float(g_loss))

for noise in rows:
    gradients = gradients_of(critic, noise)
    optimizer.apply_gradients(zip(gradients, critic.trainable_variables))
    gradients = gradients_of(generator, noise)
    optimizer.apply_gradients(zip(gradients, generator.trainable_variables))

for real in rows:
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            inner.watch(real)
            score = critic(real)
        penalty = tf.reduce_mean(inner.gradient(score, real) ** 2)
    gradients = outer.gradient(penalty, critic.trainable_variables)
    optimizer.apply_gradients(zip(gradients, critic.trainable_variables))
# output
import tensorflow as tf
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

rows = tf.data.Dataset.from_tensor_slices(tf.zeros((96, 4))).batch(32, drop_remainder=True)
with strategy.scope():
    generator = tf.keras.Sequential([tf.keras.layers.Dense(4, input_shape=(4,))])
    critic = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    optimizer = tf.keras.optimizers.Adam()


def gradients_of(model, noise):
    with tf.GradientTape() as tape:
        value = tf.reduce_mean(critic(generator(noise)))
    return tape.gradient(value, model.trainable_variables)


@tf.function(jit_compile=True)
def train_step_2(noise, real):
    with tf.GradientTape() as tape:
        c_loss = tf.reduce_mean(critic(generator(noise)) - critic(real))
    gradients = tape.gradient(c_loss, critic.trainable_variables)
    optimizer.apply_gradients(zip(gradients, critic.trainable_variables))
    with tf.GradientTape() as tape:
        g_loss = -tf.reduce_mean(critic(generator(noise)))
    gradients = tape.gradient(g_loss, generator.trainable_variables)
    optimizer.apply_gradients(zip(gradients, generator.trainable_variables))
    return c_loss, g_loss


for real in rows:
    noise = tf.random.uniform((32, 4))
    c_loss, g_loss = strategy.run(train_step_2, args=(noise, real))
    print(float(c_loss), float(g_loss))


@tf.function(jit_compile=True)
def train_step(noise):
    gradients = gradients_of(critic, noise)
    optimizer.apply_gradients(zip(gradients, critic.trainable_variables))
    gradients = gradients_of(generator, noise)
    optimizer.apply_gradients(zip(gradients, generator.trainable_variables))


for noise in rows:
    strategy.run(train_step, args=(noise,))


@tf.function(jit_compile=True)
def train_step_3(real):
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            inner.watch(real)
            score = critic(real)
        penalty = tf.reduce_mean(inner.gradient(score, real) ** 2)
    gradients = outer.gradient(penalty, critic.trainable_variables)
    optimizer.apply_gradients(zip(gradients, critic.trainable_variables))


for real in rows:
    strategy.run(train_step_3, args=(real,))
