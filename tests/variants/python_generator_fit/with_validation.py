# case: one generator function makes both the training and the validation batches; numbers of steps by arithmetic
# rules: IPU101 IPU102 IPU103 IPU205 IPU301 IPU603
# port: agrees
# must: sees fit 120
import numpy as np
from keras.layers import Dense
from keras.models import Sequential

BATCH = 12


def feed(data, labels):
    i = 0
    while 1:
        if (i + 1) * BATCH > len(data):
            i = 0
        yield data[i * BATCH:(i + 1) * BATCH], labels[i * BATCH:(i + 1) * BATCH]
        i += 1


np.random.seed(5)
X, Y = np.random.rand(168, 6), np.random.rand(168, 2)
model = Sequential()
model.add(Dense(2, input_dim=6))
model.compile(loss='mae', optimizer='rmsprop')
model.fit(feed(X[:120], Y[:120]), steps_per_epoch=120 // BATCH, epochs=1, verbose=0,
          validation_data=feed(X[120:], Y[120:]), validation_steps=48 // BATCH)
