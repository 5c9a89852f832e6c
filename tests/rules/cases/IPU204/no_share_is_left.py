# flags: --no-annotate --select IPU202,IPU204
import numpy as np
from tensorflow import keras

held_out = 5.25
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
x, y = np.zeros((250, 3)), np.zeros((250, 1))
model.fit(x, y, batch_size=20, validation_split=held_out)
model.fit(x, y, batch_size=20, validation_split=1.0)
model.fit(x, y, batch_size=20, validation_split=-0.5)
model.fit(x, y, batch_size=20, validation_split="0.1")
