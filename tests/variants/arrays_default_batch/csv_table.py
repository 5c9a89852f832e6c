# case: a table is read with genfromtxt and cut into train and test by a count from the end; no call names a batch size
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301
# port: agrees
# must: sees fit 480
# must: sees evaluate 147
# must: prints 147 prices
# must: lacks batch_size=32
"""House prices with a small dense net."""
import io

import numpy as np
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Dense, Dropout

rng = np.random.default_rng(11)
rows = ['%d,%.1f,%d' % (rng.integers(1, 8), rng.normal(90, 25), rng.integers(0, 60)) for _ in range(647)]
table = np.genfromtxt(io.StringIO('\n'.join(['rooms,area,age'] + rows)), delimiter=',', skip_header=1)

X = table.astype('float32')
y = (0.3 * X[:, 0] + 0.01 * X[:, 1] - 0.005 * X[:, 2])
X = (X - X.mean(axis=0)) / X.std(axis=0)

n_test = 147
X_train, y_train = X[:-n_test], y[:-n_test]
X_test, y_test = X[-n_test:], y[-n_test:]

model = Sequential()
model.add(Dense(16, input_dim=3, activation='relu'))
model.add(Dropout(0.1))
model.add(Dense(1))
model.compile(loss='mse', optimizer='rmsprop', metrics=['mae'])

hist = model.fit(X_train, y_train, epochs=2, verbose=2)

mse, mae = model.evaluate(X_test, y_test, verbose=0)
print('MAE %.4f' % mae)
predicted = model.predict(X_test).flatten()
print(len(predicted), 'prices, first', predicted[0], 'true', y_test[0])
