import numpy as np
from tensorflow import keras

labels = np.array([0, 1, 2, 1])
model = keras.models.load_model('model.h5')
model.fit(np.eye(4), labels, batch_size=4)
# output
import numpy as np
from tensorflow import keras

labels = np.array([0, 1, 2, 1])
model = keras.models.load_model('model.h5')
model.fit(np.eye(4), labels.astype('int32'), batch_size=4)
