import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import backend as K

x = keras.Input((8,))
out = keras.layers.Dense(1)(x)
model = keras.Model(x, out)
rate = 0.1


def weighted(rate):
    def loss(y_true, y_pred):
        return rate * K.mean(K.square(y_true - y_pred)) / out.shape[-1] / K.int_shape(x)[-1]

    return loss


def own(y_true, y_pred):
    return rate * tf.reduce_mean(tf.abs(y_true - y_pred))


model.add_loss(own(x, out))
model.compile("sgd", weighted(2.0), metrics=[own, lambda y_true, y_pred: own(y_true, y_pred)])
other = keras.Sequential([keras.layers.Dense(1)])
other.compile("sgd", {"dense": own})
