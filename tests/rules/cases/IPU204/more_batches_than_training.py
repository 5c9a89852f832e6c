# flags: --select IPU202,IPU204,IPU301
import numpy as np
from tensorflow import keras

x, y = np.zeros((2500, 4), "float32"), np.zeros(2500, "float32")
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("adam", "mse")
model.fit(x, y, validation_data=(x, y))
# output
import numpy as np
from tensorflow import keras

x, y = np.zeros((2500, 4), "float32"), np.zeros(2500, "float32")
train_steps = len(x) // 32
train_size = train_steps * 32
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("adam", "mse", steps_per_execution=train_steps)
model.fit(x[:train_size], y[:train_size], validation_data=(x, y), validation_batch_size=50)
