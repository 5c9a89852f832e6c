# case: a settings object whose batch_size is set again between two trainings and once more for the evaluation
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: sees fit 352
# must: sees fit 350
# must: sees evaluate 84
import numpy as np
from tensorflow import keras


class Settings:
    batch_size = 32
    epochs = 1
    rate = 0.01


cfg = Settings()
rng = np.random.RandomState(5)
X = rng.rand(371, 6).astype('float32')
Y = (X[:, 0] > X[:, 1]).astype('float32')
XT = rng.rand(84, 6).astype('float32')
YT = (XT[:, 0] > XT[:, 1]).astype('float32')

m = keras.models.Sequential()
m.add(keras.layers.Dense(10, activation='tanh', input_shape=(6,)))
m.add(keras.layers.Dense(1, activation='sigmoid'))
m.compile(loss='binary_crossentropy', optimizer=keras.optimizers.Adam(cfg.rate), metrics=['accuracy'])

# warm up
m.fit(X, Y, batch_size=cfg.batch_size, epochs=cfg.epochs, verbose=2)

cfg.batch_size = 25   # smaller batches for the fine work
m.fit(X, Y, batch_size=cfg.batch_size, epochs=cfg.epochs, verbose=2)

cfg.batch_size = 42
loss, acc = m.evaluate(XT, YT, batch_size=cfg.batch_size, verbose=0)
print("acc", acc)
