import numpy as np
from tensorflow import keras

words, more, y, weights = np.zeros((320, 9), int), np.zeros((320, 2)), np.zeros(320), np.ones(320, int)
model = keras.models.load_model("two_inputs.h5")
model.fit([words, more], y, sample_weight=weights, validation_data=([words, more], y))
# output
import numpy as np
from tensorflow import keras

words, more, y, weights = np.zeros((320, 9), int), np.zeros((320, 2)), np.zeros(320), np.ones(320, int)
model = keras.models.load_model("two_inputs.h5")
model.fit([words.astype("int32"), more], y, sample_weight=weights.astype("int32"), validation_data=([words.astype("int32"), more], y))
