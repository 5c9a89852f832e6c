# case: a compiled model is loaded and trained on, twice, with the optimizer that it was saved with
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: contains set_steps_per_execution(model,
# must: sees fit 150
# must: sees evaluate 150
import os
import tempfile

import numpy as np
from tensorflow import keras

path = os.path.join(tempfile.mkdtemp(), "start.h5")
x = np.random.default_rng(3).random((int(os.environ.get("SAMPLES", "150")), 4)).astype("float32")
y = x.sum(axis=1, keepdims=True)
first = keras.Sequential([keras.layers.Dense(8, "relu", input_shape=(4,)), keras.layers.Dense(1)])
first.compile(keras.optimizers.Adam(0.01), "mse", metrics=["mae"])
first.fit(x, y, batch_size=50, verbose=0)
first.save(path)

model = keras.models.load_model(path)
for _ in range(2):
    model.fit(x, y, batch_size=10, verbose=0)
    print(model.evaluate(x, y, batch_size=20, verbose=0))
