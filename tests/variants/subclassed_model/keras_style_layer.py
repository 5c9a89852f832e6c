# case: a custom layer with build and add_weight in a Sequential of standalone keras; a loss function of its own
# rules: IPU101 IPU102 IPU103 IPU202 IPU301 IPU603
# port: agrees
# must: sees fit 150
from keras import backend as K
from keras.layers import Dense, Layer
from keras.models import Sequential
import numpy as np


class Scale(Layer):
    def build(self, input_shape):
        self.factor = self.add_weight(name='factor', shape=(int(input_shape[-1]),), initializer='ones')
        super(Scale, self).build(input_shape)

    def call(self, x):
        return x * self.factor


def log_cosh(y_true, y_pred):
    d = y_pred - y_true
    return K.mean(d + K.softplus(-2. * d) - K.log(2.), axis=-1)


np.random.seed(1)
X = np.random.rand(160, 3)
model = Sequential()
model.add(Scale(input_shape=(3,)))
model.add(Dense(1))
model.compile(loss=log_cosh, optimizer='adam')
model.fit(X, X[:, 0], batch_size=30, epochs=1, verbose=0)
