import numpy as np
from tensorflow import keras

x, labels = np.random.rand(960, 4), np.random.randint(3, size=960)
model = keras.models.load_model("model.h5")
model.fit(x, labels)
model.evaluate(x, labels)
# output
import numpy as np
from tensorflow import keras

x, labels = np.random.rand(960, 4), np.random.randint(3, size=960)
model = keras.models.load_model("model.h5")
model.fit(x, labels.astype("int32"))
model.evaluate(x, labels.astype("int32"))
