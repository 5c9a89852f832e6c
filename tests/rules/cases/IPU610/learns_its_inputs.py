from tensorflow import keras
from tensorflow.keras import backend as K
from tensorflow.keras.layers import Dense, Input

x = Input((784,))
mean = Dense(2)(x)
x_decoded = Dense(784)(mean)


def vae_loss(x, x_decoded):
    return K.mean(K.square(x - x_decoded), axis=-1) - 0.5 * K.mean(1 + mean, axis=-1)


def loss_of(mean):
    def divergence(x, x_decoded):
        return K.mean(K.square(x - x_decoded), axis=-1) - 0.5 * K.mean(1 + mean, axis=-1)

    return divergence


vae = keras.Model(x, x_decoded)
vae.compile(optimizer="rmsprop", loss=vae_loss)
vae.fit(x_train, x_train, epochs=3, validation_data=(x_test, x_test))
vae.evaluate(x_test, x_test)
vae.predict(x_test)

other = keras.Model(x, x_decoded)
other.compile(loss=loss_of(mean), optimizer="rmsprop", metrics=["mae"])
other.fit(x_train[:100], y=x_train[:100])
# output
from tensorflow import keras
from tensorflow.keras import backend as K
from tensorflow.keras.layers import Dense, Input
import tensorflow as tf

x = Input((784,))
mean = Dense(2)(x)
x_decoded = Dense(784)(mean)


def vae_loss(x, x_decoded):
    return K.mean(K.square(x - x_decoded), axis=-1) - 0.5 * K.mean(1 + mean, axis=-1)


def loss_of(mean):
    def divergence(x, x_decoded):
        return K.mean(K.square(x - x_decoded), axis=-1) - 0.5 * K.mean(1 + mean, axis=-1)

    return divergence


vae = keras.Model(x, x_decoded)
vae.add_loss(tf.reduce_mean(vae_loss(vae.input, vae.output)))
vae.compile(optimizer="rmsprop")
vae.fit(x_train, x_train, epochs=3, validation_data=(x_test, x_test))
vae.evaluate(x_test, x_test)
vae.predict(x_test)

other = keras.Model(x, x_decoded)
other.add_loss(tf.reduce_mean(loss_of(mean)(other.input, other.output)))
other.compile(optimizer="rmsprop", metrics=["mae"])
other.fit(x_train[:100], y=x_train[:100])
