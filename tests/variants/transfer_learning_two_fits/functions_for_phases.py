# case: two functions, one for each phase, compile and fit the model that a third one made; layers are thawed by index
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: sees fit 150
# must: sees fit 144
import keras
import numpy as np
from keras.layers import Dense, Input
from keras.models import Model


def make_model():
    inputs = Input((5,))
    x = Dense(7, activation='relu', name='base_1')(inputs)
    x = Dense(7, activation='relu', name='base_2')(x)
    return Model(inputs, Dense(1, name='head')(x))


def train_head(model, x, y):
    for layer in model.layers[:-1]:
        layer.trainable = False
    model.compile(loss='mse', optimizer=keras.optimizers.SGD(0.05))
    model.fit(x, y, batch_size=25, epochs=1, verbose=0)


def fine_tune(model, x, y):
    for layer in model.layers[2:]:
        layer.trainable = True
    model.compile(loss='mse', optimizer=keras.optimizers.SGD(0.001))
    model.fit(x, y, batch_size=16, epochs=1, verbose=0)


np.random.seed(11)
X = np.random.rand(155, 5)
net = make_model()
train_head(net, X, X.sum(axis=1))
fine_tune(net, X, X.sum(axis=1))
