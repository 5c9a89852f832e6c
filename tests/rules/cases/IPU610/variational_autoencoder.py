from tensorflow import keras
from tensorflow.keras import backend as K

x = keras.Input((784,))
mean, log_std = keras.layers.Dense(2)(x), keras.layers.Dense(2)(x)
z = keras.layers.Lambda(lambda args: args[0] + K.exp(args[1]))([mean, log_std])
out = keras.layers.Dense(784, activation="sigmoid")(z)


def divergence():
    return -0.5 * K.mean(1 + log_std - K.square(mean) - K.exp(log_std), axis=-1)


def vae_loss(x, decoded):
    return K.int_shape(decoded)[1] * keras.losses.binary_crossentropy(x, decoded) + divergence()


vae = keras.Model(x, out)
vae.compile("rmsprop", loss=vae_loss)
# output
from tensorflow import keras
from tensorflow.keras import backend as K

x = keras.Input((784,))
mean, log_std = keras.layers.Dense(2)(x), keras.layers.Dense(2)(x)
z = keras.layers.Lambda(lambda args: args[0] + K.exp(args[1]))([mean, log_std])
out = keras.layers.Dense(784, activation="sigmoid")(z)


def divergence():
    # gpu2ipu: IPU610 `vae_loss` reads `log_std`, a symbolic tensor, which TensorFlow 2.6 refuses in a loss or metric: give what is computed from it to `add_loss` or `add_metric` of the model
    return -0.5 * K.mean(1 + log_std - K.square(mean) - K.exp(log_std), axis=-1)


def vae_loss(x, decoded):
    return K.int_shape(decoded)[1] * keras.losses.binary_crossentropy(x, decoded) + divergence()


vae = keras.Model(x, out)
vae.compile("rmsprop", loss=vae_loss)
