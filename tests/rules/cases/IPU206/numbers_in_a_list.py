import numpy as np
from tensorflow import keras

model = keras.models.load_model("model.h5")
model.fit(np.random.rand(4, 2), [0, 1, 1, 0], batch_size=4)
# output
import numpy as np
from tensorflow import keras

model = keras.models.load_model("model.h5")
# gpu2ipu: IPU206 `[0, 1, 1, 0]` feeds int64, which the IPU does not take
model.fit(np.random.rand(4, 2), [0, 1, 1, 0], batch_size=4)
