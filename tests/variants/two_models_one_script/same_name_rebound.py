# case: the name model is bound to a second network later; both are trained, evaluated and compared
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: sees fit 192
# must: sees fit 200
# must: sees evaluate 40
from keras.layers import Dense, Dropout
from keras.models import Sequential
import numpy as np

np.random.seed(2)
X, Y = np.random.rand(246, 5), np.random.randint(0, 2, 246).astype('float32')
Xt, Yt = X[206:], Y[206:]
X, Y = X[:206], Y[:206]

# small network
model = Sequential()
model.add(Dense(4, activation='relu', input_dim=5))
model.add(Dense(1, activation='sigmoid'))
model.compile(loss='binary_crossentropy', optimizer='adam', metrics=['accuracy'])
model.fit(X, Y, epochs=1, batch_size=32, verbose=0)
small = model.evaluate(Xt, Yt, verbose=0, batch_size=20)[1]

# larger network
model = Sequential()
model.add(Dense(32, activation='relu', input_dim=5))
model.add(Dropout(0.3))
model.add(Dense(1, activation='sigmoid'))
model.compile(loss='binary_crossentropy', optimizer='adam', metrics=['accuracy'])
model.fit(X, Y, epochs=1, batch_size=10 * 2, verbose=0)
large = model.evaluate(Xt, Yt, verbose=0, batch_size=20)[1]
print('small', small, 'large', large)
