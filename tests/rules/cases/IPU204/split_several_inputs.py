import numpy as np
from tensorflow import keras

left, right, y = np.random.rand(1000, 4), np.random.rand(1000, 2), np.random.rand(1000)
model = keras.models.load_model("two_inputs.h5")
model.fit({"left": left, "right": right}, [y], validation_split=0.25, batch_size=64)
# output
import numpy as np
from tensorflow import keras

left, right, y = np.random.rand(1000, 4), np.random.rand(1000, 2), np.random.rand(1000)
model = keras.models.load_model("two_inputs.h5")
train_rows = int(len(y) * 0.75)
train_size = train_rows // 64 * 64
model.fit({"left": left[:train_size], "right": right[:train_size]}, [y[:train_size]], batch_size=64, validation_data=({"left": left[train_rows:], "right": right[train_rows:]}, [y[train_rows:]]), validation_batch_size=50)
