import numpy as np
from tensorflow import keras

model = keras.models.load_model("model.h5")
model.fit(np.random.rand(4, 2), [0, 1, 1, 0], batch_size=4)
# output
import numpy as np
from tensorflow import keras

model = keras.models.load_model("model.h5")
model.fit(np.random.rand(4, 2), np.asarray([0, 1, 1, 0], "int32"), batch_size=4)
