# case: class_weight beside a single output and a sample weight in validation_data
# rules: IPU101 IPU102 IPU103 IPU202 IPU204 IPU301
# port: agrees
# must: sees fit 150
# must: contains class_weight={0: 1.0, 1: 3.0}
from keras.layers import Dense
from keras.models import Sequential
import numpy as np

np.random.seed(3)
X = np.random.rand(200, 3).astype('float32')
y = (X[:, 0] > .8).astype('float32')
w = 1 + y
model = Sequential([Dense(5, activation='relu', input_shape=(3,)), Dense(1, activation='sigmoid')])
model.compile(loss='binary_crossentropy', optimizer='adam')
model.fit(X[:160], y[:160], batch_size=30, epochs=1, class_weight={0: 1.0, 1: 3.0}, verbose=2,
          validation_data=(X[160:], y[160:], w[160:]))
