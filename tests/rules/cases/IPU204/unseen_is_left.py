import numpy as np
from mydata import held_out
from tensorflow import keras

x, y = np.zeros((960, 4)), np.zeros(960)
model = keras.models.load_model("model.h5")
model.fit(x, y, validation_data=held_out)
# output
import numpy as np
from mydata import held_out
from tensorflow import keras

x, y = np.zeros((960, 4)), np.zeros(960)
model = keras.models.load_model("model.h5")
# gpu2ipu: IPU204 cannot determine the type or size of `validation_data`: make sure that its batches are full
model.fit(x, y, validation_data=held_out)
