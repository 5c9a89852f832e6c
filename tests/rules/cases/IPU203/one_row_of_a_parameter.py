import numpy as np
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(2, input_shape=(4,))])


def choose(state):
    return model.predict(np.array([state]))[0], model.predict(np.asarray([state, state]))


choose(np.zeros(4))
# output
import numpy as np
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(2, input_shape=(4,))])


def choose(state):
    return model.predict(np.array([state]), batch_size=1)[0], model.predict(np.asarray([state, state]), batch_size=2)


choose(np.zeros(4))
