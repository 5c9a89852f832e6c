import numpy as np
from tensorflow import keras

left, right = np.random.rand(1010, 4), np.random.rand(1010, 2)
y, weights = np.random.rand(1010), np.random.rand(1010)

model = keras.models.load_model("two_inputs.h5")
model.compile("sgd", "mse")
model.fit([left, right], {"out": y}, 64, sample_weight=weights)
# output
import numpy as np
from tensorflow import keras

left, right = np.random.rand(1010, 4), np.random.rand(1010, 2)
y, weights = np.random.rand(1010), np.random.rand(1010)

model = keras.models.load_model("two_inputs.h5")
model.compile("sgd", "mse")
train_size = len(y) // 64 * 64
model.fit([left[:train_size], right[:train_size]], {"out": y[:train_size]}, 64, sample_weight=weights[:train_size])
