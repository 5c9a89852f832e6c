# case: a GAN with two optimizers and two tapes in one tf.function; noise comes from the loop, losses are functions
# rules: IPU101 IPU102 IPU103 IPU305
# port: agrees
# must: contains strategy.run(train_step, args=(real, noise))
# must: prints generator loss
# must: sees loop 384
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

NOISE_DIM = 4
BATCH_SIZE = 64


def make_generator_model():
    return tf.keras.Sequential([layers.Dense(16, activation="relu", input_shape=(NOISE_DIM,)), layers.Dense(2)])


def make_discriminator_model():
    model = tf.keras.Sequential()
    model.add(layers.Dense(16, input_shape=(2,)))
    model.add(layers.LeakyReLU())
    model.add(layers.Dense(1))
    return model


generator = make_generator_model()
discriminator = make_discriminator_model()
cross_entropy = tf.keras.losses.BinaryCrossentropy(from_logits=True)


def discriminator_loss(real_output, fake_output):
    real_loss = cross_entropy(tf.ones_like(real_output), real_output)
    fake_loss = cross_entropy(tf.zeros_like(fake_output), fake_output)
    return real_loss + fake_loss


def generator_loss(fake_output):
    return cross_entropy(tf.ones_like(fake_output), fake_output)


generator_optimizer = tf.keras.optimizers.Adam(1e-3)
discriminator_optimizer = tf.keras.optimizers.Adam(1e-3)


@tf.function
def train_step(images, noise):
    with tf.GradientTape() as gen_tape, tf.GradientTape() as disc_tape:
        generated_images = generator(noise, training=True)

        real_output = discriminator(images, training=True)
        fake_output = discriminator(generated_images, training=True)

        gen_loss = generator_loss(fake_output)
        disc_loss = discriminator_loss(real_output, fake_output)

    gradients_of_generator = gen_tape.gradient(gen_loss, generator.trainable_variables)
    gradients_of_discriminator = disc_tape.gradient(disc_loss, discriminator.trainable_variables)

    generator_optimizer.apply_gradients(zip(gradients_of_generator, generator.trainable_variables))
    discriminator_optimizer.apply_gradients(zip(gradients_of_discriminator, discriminator.trainable_variables))
    return gen_loss, disc_loss


def train(dataset, epochs):
    rng = np.random.RandomState(1)
    for epoch in range(epochs):
        for real in dataset:
            noise = tf.constant(rng.normal(size=(BATCH_SIZE, NOISE_DIM)).astype("float32"))
            losses = train_step(real, noise)
        print("epoch %d: generator loss %.4f, discriminator loss %.4f" % (epoch, *map(float, losses)))


angles = np.random.RandomState(0).uniform(0, 2 * np.pi, 200)
points = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype("float32")
train_dataset = tf.data.Dataset.from_tensor_slices(points).shuffle(200, seed=3).batch(BATCH_SIZE, True)
train(train_dataset, 2)
