# case: keras or tensorflow.keras by try and except, capital constants, a summary, weights as a list, labels one-hot by np.eye
# rules: IPU101 IPU102 IPU103 IPU202 IPU301 IPU603
# port: agrees
# must: sees fit 150
# must: sees evaluate 62
try:
    import keras
    from keras.models import Sequential
    from keras.layers import Dense, Dropout
except ImportError:
    from tensorflow import keras
    from tensorflow.keras.models import Sequential
    from tensorflow.keras.layers import Dense, Dropout
import numpy as np

N_CLASSES, N_TRAIN, N_TEST = 3, 162, 62
BATCH = 30

np.random.seed(0)
X = np.random.rand(N_TRAIN + N_TEST, 7)
Y = np.eye(N_CLASSES)[np.random.randint(0, N_CLASSES, N_TRAIN + N_TEST)]

model = Sequential()
model.add(Dense(14, activation='relu', input_shape=(7,)))
model.add(Dropout(0.5))
model.add(Dense(N_CLASSES, activation='softmax'))
model.summary()
model.compile(loss='categorical_crossentropy', optimizer=keras.optimizers.RMSprop(), metrics=['accuracy'])
model.fit(X[:N_TRAIN], Y[:N_TRAIN], batch_size=BATCH, epochs=1, verbose=1)
score = model.evaluate(X[N_TRAIN:], Y[N_TRAIN:], verbose=0)
print('Test score:', score[0])
