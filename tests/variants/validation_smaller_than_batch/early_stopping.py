# case: EarlyStopping watches val_loss of ten rows; the batch of 128 is a constant, training has fewer than three batches
# rules: IPU101 IPU102 IPU103 IPU202 IPU204 IPU301
# port: agrees
# must: sees fit 256
# must: contains restore_best_weights=True
from keras.callbacks import EarlyStopping
from keras.layers import Dense, Input
from keras.models import Model
import numpy as np

BATCH_SIZE = 128
np.random.seed(17)
X = np.random.randn(300, 5)
Y = X.prod(axis=1)
X_train, X_val = X[:290], X[290:]
Y_train, Y_val = Y[:290], Y[290:]

i = Input(shape=(5,))
model = Model(i, Dense(1)(Dense(7, activation='elu')(i)))
model.compile(optimizer='rmsprop', loss='mse')
model.fit(X_train, Y_train, validation_data=(X_val, Y_val), epochs=2, batch_size=BATCH_SIZE, verbose=2,
          callbacks=[EarlyStopping(monitor='val_loss', patience=3, restore_best_weights=True)])
