# flags: --no-annotate
import numpy as np
from tensorflow import keras

x, y = np.zeros((1000, 8), "float32"), np.zeros((1000, 1), "float32")
sizes = [16, 32]
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse", steps_per_execution=1)
model.fit(x, y, batch_size=sizes)
model.fit(x, y, batch_size=(32,))
model.fit(x, y, batch_size="32")
model.fit(x, y, batch_size=-32)
model.fit(x, y, batch_size=32.0)
model.fit([], x, y)
model.evaluate(x, y, batch_size=sizes)
model.fit(x, y, batch_size=sizes, validation_split=0.1)
