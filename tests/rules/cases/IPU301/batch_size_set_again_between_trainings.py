# flags: --select IPU202,IPU301
import numpy as np
from tensorflow import keras

x, y = np.load("x.npy"), np.load("y.npy")
batch_size = 50
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y, batch_size=batch_size)
batch_size = 32
model.fit(x, y, batch_size=batch_size)
# output
import numpy as np
from tensorflow import keras

x, y = np.load("x.npy"), np.load("y.npy")
batch_size = 50
train_steps = len(x) // batch_size
train_size = train_steps * batch_size
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse", steps_per_execution=max(train_steps, len(x) // 32))
model.fit(x[:train_size], y[:train_size], batch_size=batch_size)
batch_size = 32
train_size_2 = len(x) // batch_size * batch_size
model.fit(x[:train_size_2], y[:train_size_2], batch_size=batch_size)
