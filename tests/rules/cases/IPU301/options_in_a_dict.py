# flags: --select IPU301,IPU302
import numpy as np
from tensorflow import keras

options = {"optimizer": "sgd", "loss": "mse"}
with_steps = {**options, "steps_per_execution": 7}
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(**options)
model.fit(np.random.rand(96, 4), np.random.rand(96))
model.compile(**with_steps)
model.fit(np.random.rand(960, 4), np.random.rand(960))
# output
import numpy as np
from tensorflow import keras

options = {"optimizer": "sgd", "loss": "mse"}
with_steps = {**options, "steps_per_execution": 7}
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(**options, steps_per_execution=3)
model.fit(np.random.rand(96, 4), np.random.rand(96))
model.compile(**{**with_steps, "steps_per_execution": 30})
model.fit(np.random.rand(960, 4), np.random.rand(960))
