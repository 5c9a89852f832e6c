# flags: --all-rules
import numpy as np
import tensorflow as tf
from tensorflow import keras


class GAN(keras.Model):
    def __init__(self, discriminator, generator):
        super().__init__()
        self.discriminator = discriminator
        self.generator = generator

    def compile(self, d_optimizer, g_optimizer, loss_fn):
        super().compile()
        self.d_optimizer = d_optimizer
        self.g_optimizer = g_optimizer
        self.loss_fn = loss_fn

    def train_step(self, real):
        noise = tf.random.normal((tf.shape(real)[0], 8))
        with tf.GradientTape(persistent=True) as tape:
            fake_score = self.discriminator(self.generator(noise))
            d_loss = self.loss_fn(tf.ones_like(fake_score), fake_score)
            g_loss = self.loss_fn(tf.zeros_like(fake_score), fake_score)
        for loss, model, optimizer in (
            (d_loss, self.discriminator, self.d_optimizer),
            (g_loss, self.generator, self.g_optimizer),
        ):
            optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_weights), model.trainable_weights))
        return {"d_loss": d_loss, "g_loss": g_loss}


images = tf.data.Dataset.from_tensor_slices(np.zeros((100, 16))).batch(32)
discriminator = keras.Sequential([keras.layers.Dense(1, input_shape=(16,))])
generator = keras.Sequential([keras.layers.Dense(16, input_shape=(8,))])
gan = GAN(discriminator, generator)
gan.compile(keras.optimizers.Adam(), keras.optimizers.Adam(), keras.losses.BinaryCrossentropy(from_logits=True))
gan.fit(images, epochs=2)
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu


ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy(enable_keras_extensions=False)


class GAN(keras.Model):
    def __init__(self, discriminator, generator):
        super().__init__()
        self.discriminator = discriminator
        self.generator = generator

    def compile(self, d_optimizer, g_optimizer, loss_fn):
        super().compile()
        self.d_optimizer = d_optimizer
        self.g_optimizer = g_optimizer
        self.loss_fn = loss_fn

    def train_step(self, real):
        noise = tf.random.normal((tf.shape(real)[0], 8))
        with tf.GradientTape(persistent=True) as tape:
            fake_score = self.discriminator(self.generator(noise))
            d_loss = tf.reduce_mean(self.loss_fn(tf.ones_like(fake_score), fake_score))
            g_loss = tf.reduce_mean(self.loss_fn(tf.zeros_like(fake_score), fake_score))
        for loss, model, optimizer in (
            (d_loss, self.discriminator, self.d_optimizer),
            (g_loss, self.generator, self.g_optimizer),
        ):
            optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_weights), model.trainable_weights))
        return {"d_loss": d_loss, "g_loss": g_loss}


images = tf.data.Dataset.from_tensor_slices(np.zeros((100, 16))).batch(32, drop_remainder=True)
with strategy.scope():
    discriminator = keras.Sequential([keras.layers.Dense(1, input_shape=(16,))])
    generator = keras.Sequential([keras.layers.Dense(16, input_shape=(8,))])
    gan = GAN(discriminator, generator)
    gan.compile(keras.optimizers.Adam(), keras.optimizers.Adam(), keras.losses.BinaryCrossentropy(from_logits=True, reduction="none"))
gan.fit(images.map(lambda x: tf.cast(x, tf.float32)), epochs=2)
