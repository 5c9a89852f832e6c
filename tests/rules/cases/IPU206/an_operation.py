import numpy as np
from tensorflow import keras

x = np.arange(320)
model = keras.models.load_model("model.h5")
model.fit(x + 1, x // 2)
# output
import numpy as np
from tensorflow import keras

x = np.arange(320)
model = keras.models.load_model("model.h5")
model.fit((x + 1).astype("int32"), (x // 2).astype("int32"))
