import numpy as np
from tensorflow import keras

both = [np.zeros((320, 9), int), np.zeros((320, 2))]
model = keras.models.load_model("two_inputs.h5")
model.predict(both)
# output
import numpy as np
from tensorflow import keras

both = [np.zeros((320, 9), int), np.zeros((320, 2))]
model = keras.models.load_model("two_inputs.h5")
# gpu2ipu: IPU206 `both` is int64, which the IPU does not support: cast it
model.predict(both)
