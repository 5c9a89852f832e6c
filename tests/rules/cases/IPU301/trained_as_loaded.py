import numpy as np
from tensorflow import keras

x, y = np.random.rand(96, 4), np.random.rand(96)
model = keras.models.load_model("model.h5")
model.fit(x, y)
other = keras.models.load_model("other.h5")
other.compile(other.optimizer, "mse")
other.fit(x, y)
# output
import numpy as np
from tensorflow import keras

x, y = np.random.rand(96, 4), np.random.rand(96)
# gpu2ipu: IPU301 a loaded model has no `steps_per_execution`: each execution runs a single batch; compile it before `fit`, with `optimizer=model.optimizer` to keep its state
model = keras.models.load_model("model.h5")
model.fit(x, y)
other = keras.models.load_model("other.h5")
other.compile(other.optimizer, "mse", steps_per_execution=len(x) // 32)
other.fit(x, y)
