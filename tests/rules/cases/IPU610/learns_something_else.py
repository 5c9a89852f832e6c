from tensorflow import keras
from tensorflow.keras import backend as K
from tensorflow.keras.layers import Dense, Input


def build():
    x = Input((784,))
    mean = Dense(2)(x)
    decoded = Dense(784)(mean)

    def spread(y_true, y_pred):
        return K.mean(mean)

    def loss(y_true, y_pred):
        return K.mean(K.square(y_true - y_pred), axis=-1) + K.mean(mean, axis=-1)

    model = keras.Model(x, decoded)
    model.compile("adam", loss=loss, metrics=[spread, "mae"])
    return model


def build_two():
    x = Input((784,))
    mean = Dense(2, name="mean")(x)
    decoded = Dense(784, name="decoded")(mean)
    model = keras.Model(x, [decoded, mean])
    model.compile("adam", loss={"decoded": lambda y_true, y_pred: K.mean(y_pred - y_true) + K.mean(mean), "mean": "mse"})
    return model


class Autoencoder:
    def __init__(self):
        x = Input((784,))
        self.mean = Dense(2)(x)
        self.model = keras.Model(x, Dense(784)(self.mean))
        self.model.compile("adam", loss=self.loss)

    def loss(self, y_true, y_pred):
        return K.mean(K.square(y_true - y_pred), axis=-1) + K.mean(self.mean, axis=-1)


noisy = build()
noisy.fit(x_noisy, x_train)
two = build_two()
two.fit(x_train, (x_train, y_train))
autoencoder = Autoencoder()
autoencoder.model.fit(x_train, x_train, validation_data=(x_noisy, x_test))
# output
from tensorflow import keras
from tensorflow.keras import backend as K
from tensorflow.keras.layers import Dense, Input


def build():
    x = Input((784,))
    mean = Dense(2)(x)
    decoded = Dense(784)(mean)

    def spread(y_true, y_pred):
        # gpu2ipu: IPU610 `spread` reads `mean`, a symbolic tensor, which TensorFlow 2.6 refuses in a loss or metric: give what is computed from it to `add_loss` or `add_metric` of the model
        return K.mean(mean)

    def loss(y_true, y_pred):
        # gpu2ipu: IPU610 `loss` reads `mean`, a symbolic tensor, which TensorFlow 2.6 refuses in a loss or metric: give what is computed from it to `add_loss` or `add_metric` of the model
        return K.mean(K.square(y_true - y_pred), axis=-1) + K.mean(mean, axis=-1)

    model = keras.Model(x, decoded)
    model.compile("adam", loss=loss, metrics=[spread, "mae"])
    return model


def build_two():
    x = Input((784,))
    mean = Dense(2, name="mean")(x)
    decoded = Dense(784, name="decoded")(mean)
    model = keras.Model(x, [decoded, mean])
    # gpu2ipu: IPU610 a lambda reads `mean`, a symbolic tensor, which TensorFlow 2.6 refuses in a loss or metric: give what is computed from it to `add_loss` or `add_metric` of the model
    model.compile("adam", loss={"decoded": lambda y_true, y_pred: K.mean(y_pred - y_true) + K.mean(mean), "mean": "mse"})
    return model


class Autoencoder:
    def __init__(self):
        x = Input((784,))
        self.mean = Dense(2)(x)
        self.model = keras.Model(x, Dense(784)(self.mean))
        self.model.compile("adam", loss=self.loss)

    def loss(self, y_true, y_pred):
        # gpu2ipu: IPU610 `loss` reads `self.mean`, a symbolic tensor, which TensorFlow 2.6 refuses in a loss or metric: give what is computed from it to `add_loss` or `add_metric` of the model
        return K.mean(K.square(y_true - y_pred), axis=-1) + K.mean(self.mean, axis=-1)


noisy = build()
noisy.fit(x_noisy, x_train)
two = build_two()
two.fit(x_train, (x_train, y_train))
autoencoder = Autoencoder()
autoencoder.model.fit(x_train, x_train, validation_data=(x_noisy, x_test))
