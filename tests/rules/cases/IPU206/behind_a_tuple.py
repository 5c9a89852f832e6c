import numpy as np
from tensorflow import keras

x = np.random.rand(320, 4)
y = np.random.randint(3, size=320)
held_out = (x[:160], y[:160])
model = keras.models.load_model("model.h5")
model.fit(x, y, validation_data=held_out)
# output
import numpy as np
from tensorflow import keras

x = np.random.rand(320, 4)
y = np.random.randint(3, size=320)
held_out = (x[:160], y[:160])
model = keras.models.load_model("model.h5")
model.fit(x, y.astype("int32"), validation_data=(held_out[0], held_out[1].astype("int32")))
