# case: constants and a lambda stand above the guard, the model is built below it inside a try with a finally
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301
# port: agrees
# must: sees fit 192
# must: prints finished 33
import time

import numpy as np
from tensorflow.keras.layers import Average, Dense, Input
from tensorflow.keras.models import Model

WIDTHS = [4, 8]
BATCH_SIZE, EPOCHS = 24, 1
tower = lambda x, w: Dense(1)(Dense(w, activation='relu')(x))

if __name__ == "__main__":
    started = time.time()
    done = 0
    try:
        np.random.seed(1)
        data = np.random.rand(200, 5).astype('float32')
        goal = data.max(axis=1, keepdims=True)
        entry = Input(shape=(5,))
        ensemble = Model(entry, Average()([tower(entry, w) for w in WIDTHS]))
        ensemble.compile('nadam', 'mae')
        ensemble.fit(data, goal, BATCH_SIZE, EPOCHS, verbose=0)
        done = len(ensemble.predict(data[:33], BATCH_SIZE))
    finally:
        print('finished', done, 'in %d s' % (time.time() - started > 1000))
