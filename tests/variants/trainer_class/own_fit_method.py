# case: an estimator with methods fit and predict of its own, which build the network and call those of Keras
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301
# port: agrees
# must: sees fit 140
# must: prints predicted 33
import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import Adam


class MLPRegressor(object):
    def __init__(self, hidden=(8,), rate=0.01, n_epochs=1):
        self.hidden = hidden
        self.rate = rate
        self.n_epochs = n_epochs
        self.net = None

    def fit(self, X, y):
        self.net = Sequential()
        self.net.add(Dense(self.hidden[0], activation='relu', input_dim=X.shape[1]))
        self.net.add(Dense(1))
        self.net.compile(loss='mse', optimizer=Adam(learning_rate=self.rate))
        self.net.fit(X, y, batch_size=20, epochs=self.n_epochs, verbose=0)
        return self

    def predict(self, X):
        return self.net.predict(X)[:, 0]


np.random.seed(22)
X = np.random.rand(150, 3).astype('float32')
reg = MLPRegressor().fit(X, X.sum(axis=1))
print('predicted', len(reg.predict(X[:33])))
