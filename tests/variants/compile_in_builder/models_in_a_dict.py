# case: several builders in a dict, each compiles its own model; one loop fits and scores them all
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: sees fit 200
# must: sees evaluate 50
# must: prints small
import numpy as np
from tensorflow.keras import Sequential
from tensorflow.keras.layers import Dense, Dropout

N = 5


def small():
    model = Sequential([Dense(4, activation='relu', input_shape=(N,)), Dense(1)])
    model.compile('sgd', 'mse')
    return model


def large():
    model = Sequential([Dense(32, activation='relu', input_shape=(N,)), Dropout(.2), Dense(1)])
    model.compile('adam', 'mae')
    return model


np.random.seed(1)
X = np.random.rand(260, N).astype('float32')
Y = X.prod(axis=1)
builders = {'small': small, 'large': large}

for name, build in builders.items():
    model = build()
    model.fit(X[:210], Y[:210], batch_size=20, epochs=1, verbose=0)
    print(name, model.evaluate(X[210:], Y[210:], batch_size=25, verbose=0))
