from functools import partial
from operator import methodcaller

import numpy as np
from tensorflow import keras

x, y = np.random.rand(250, 4), np.random.rand(250)
model = keras.models.load_model("model.h5")
other = keras.models.load_model("other.h5")
for fit in [partial(model.fit, x, y), partial(other.fit, x, y)]:
    fit()
list(map(methodcaller("evaluate", x, y), (model, other)))
# output
from functools import partial
from operator import methodcaller

import numpy as np
from tensorflow import keras

x, y = np.random.rand(250, 4), np.random.rand(250)
model = keras.models.load_model("model.h5")
other = keras.models.load_model("other.h5")
# gpu2ipu: IPU202 `fit` of a model is passed on and called elsewhere: make sure that its batches are full
for fit in [partial(model.fit, x, y), partial(other.fit, x, y)]:
    fit()
# gpu2ipu: IPU202 cannot determine whether `evaluate` is called on a Keras model; if it is, make sure that its batches are full
list(map(methodcaller("evaluate", x, y), (model, other)))
