from functools import partial
from operator import methodcaller

import numpy as np
from tensorflow import keras

x, y = np.random.rand(250, 4), np.random.rand(250)
model = keras.models.load_model("model.h5")
predict = partial(model.predict, verbose=0)
rows = predict(x[:100])
more = methodcaller("predict", x[100:])(model)
# output
from functools import partial
from operator import methodcaller

import numpy as np
from tensorflow import keras

x, y = np.random.rand(250, 4), np.random.rand(250)
model = keras.models.load_model("model.h5")
rows = model.predict(x[:100], verbose=0, batch_size=25)
more = model.predict(x[100:], batch_size=30)
