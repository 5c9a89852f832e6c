# case: encoder and decoder are models that make_autoencoder returns as a tuple; noisy input and clean target are cut alike
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301
# port: agrees
# must: sees fit 240
# must: prints latent (50, 3) decoded (50, 12)
import numpy as np
import keras
from keras.layers import Dense, Input
from keras.models import Model


def make_autoencoder(dim, latent):
    x = Input((dim,))
    encoder = Model(x, Dense(latent, activation='relu')(Dense(8, activation='relu')(x)), name='encoder')
    z = Input((latent,))
    decoder = Model(z, Dense(dim)(Dense(8, activation='relu')(z)), name='decoder')
    both = Model(x, decoder(encoder(x)), name='autoencoder')
    both.compile(loss='mse', optimizer=keras.optimizers.Adam(0.01))
    return both, encoder, decoder


def add_noise(a, amount=.1):
    return a + amount * np.random.randn(*a.shape)


np.random.seed(1)
clean = np.random.rand(247, 12)
noisy = add_noise(clean)
assert noisy.shape == clean.shape

model, enc, dec = make_autoencoder(12, latent=3)
model.fit(noisy, clean, batch_size=20, epochs=2, verbose=2)

fresh = np.random.rand(50, 12)
latent = enc.predict(add_noise(fresh))
decoded = dec.predict(latent)
print('latent', latent.shape, 'decoded', decoded.shape)
