# case: a GAN of functions: define_discriminator, define_generator, define_gan; half batches of real and fake
# rules: IPU101 IPU102 IPU103 IPU307
# port: agrees
# must: contains discriminator.trainable = False
# must: contains gan_model.train_on_batch(x_gan, y_gan)
import numpy as np
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential


def define_discriminator(n_inputs=2):
    model = Sequential()
    model.add(Dense(25, activation='relu', kernel_initializer='he_uniform', input_dim=n_inputs))
    model.add(Dense(1, activation='sigmoid'))
    model.compile(loss='binary_crossentropy', optimizer='adam', metrics=['accuracy'])
    return model


def define_generator(latent_dim, n_outputs=2):
    model = Sequential()
    model.add(Dense(15, activation='relu', kernel_initializer='he_uniform', input_dim=latent_dim))
    model.add(Dense(n_outputs, activation='linear'))
    return model


def define_gan(generator, discriminator):
    # make weights in the discriminator not trainable
    discriminator.trainable = False
    model = Sequential()
    model.add(generator)
    model.add(discriminator)
    model.compile(loss='binary_crossentropy', optimizer='adam')
    return model


def generate_real_samples(n):
    X1 = np.random.rand(n) - 0.5
    X = np.hstack((X1.reshape(n, 1), (X1 * X1).reshape(n, 1)))
    return X, np.ones((n, 1))


def generate_fake_samples(generator, latent_dim, n):
    X = generator.predict(np.random.randn(n, latent_dim), verbose=0)
    return X, np.zeros((n, 1))


def train(g_model, d_model, gan_model, latent_dim, n_epochs=6, n_batch=32):
    half_batch = int(n_batch / 2)
    for i in range(n_epochs):
        x_real, y_real = generate_real_samples(half_batch)
        x_fake, y_fake = generate_fake_samples(g_model, latent_dim, half_batch)
        d_model.train_on_batch(x_real, y_real)
        d_model.train_on_batch(x_fake, y_fake)
        x_gan = np.random.randn(n_batch, latent_dim)
        y_gan = np.ones((n_batch, 1))
        gan_model.train_on_batch(x_gan, y_gan)


np.random.seed(3)
latent_dim = 5
discriminator = define_discriminator()
generator = define_generator(latent_dim)
gan = define_gan(generator, discriminator)
train(generator, discriminator, gan, latent_dim)
print('done', generate_fake_samples(generator, latent_dim, 4)[0].shape)
