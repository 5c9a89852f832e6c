from tensorflow import keras
from tensorflow.keras import backend as K

x = keras.Input((8,))
hidden = keras.layers.Dense(4, name="hidden")(x)
out = keras.layers.Dense(1)(hidden)
model = keras.Model(x, out)


def penalty(layer, rate):
    def loss(y_true, y_pred):
        return K.mean(K.square(y_true - y_pred)) + rate * K.sum(K.square(layer))

    return loss


def of_hidden(y_true, y_pred):
    return K.mean(hidden)


model.compile("sgd", penalty(hidden, 0.1), metrics=["mae", of_hidden])
# output
from tensorflow import keras
from tensorflow.keras import backend as K

x = keras.Input((8,))
hidden = keras.layers.Dense(4, name="hidden")(x)
out = keras.layers.Dense(1)(hidden)
model = keras.Model(x, out)


def penalty(layer, rate):
    def loss(y_true, y_pred):
        # gpu2ipu: IPU610 `loss` reads `layer`, a symbolic tensor, which TensorFlow 2.6 refuses in a loss or metric: give what is computed from it to `add_loss` or `add_metric` of the model
        return K.mean(K.square(y_true - y_pred)) + rate * K.sum(K.square(layer))

    return loss


def of_hidden(y_true, y_pred):
    # gpu2ipu: IPU610 `of_hidden` reads `hidden`, a symbolic tensor, which TensorFlow 2.6 refuses in a loss or metric: give what is computed from it to `add_loss` or `add_metric` of the model
    return K.mean(hidden)


model.compile("sgd", penalty(hidden, 0.1), metrics=["mae", of_hidden])
