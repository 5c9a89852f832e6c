# case: the backend under the name K, regularizers, constraints and initializers of standalone keras, a custom loss with K
# rules: IPU101 IPU102 IPU103 IPU202 IPU301 IPU603
# port: agrees
# must: sees fit 100
# must: contains from tensorflow.keras import backend as K
from __future__ import division

import numpy as np
from keras import backend as K
from keras import regularizers, initializers
from keras.constraints import max_norm
from keras.layers import BatchNormalization, Dense
from keras.models import Sequential
from keras.optimizers import SGD


def smooth_l1(y_true, y_pred):
    error = K.abs(y_true - y_pred)
    return K.mean(K.switch(error < 1., 0.5 * K.square(error), error - 0.5), axis=-1)


np.random.seed(4)
x = np.random.randn(110, 5)
y = x[:, 0] * 3

model = Sequential()
model.add(Dense(12, activation='relu', input_dim=5, kernel_regularizer=regularizers.l2(0.001),
                kernel_initializer=initializers.RandomNormal(stddev=0.1, seed=1), kernel_constraint=max_norm(3.)))
model.add(BatchNormalization())
model.add(Dense(1))
model.compile(loss=smooth_l1, optimizer=SGD(lr=0.01, momentum=0.9))
model.fit(x, y, epochs=2, batch_size=20, verbose=0)
print("epsilon", K.epsilon())
