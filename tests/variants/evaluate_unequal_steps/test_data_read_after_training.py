# case: the test data are read below the training, so that their number of batches is not known at `compile`
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: contains steps_per_execution=train_steps
# must: contains evaluate_by_executions(model, x_test, y_test
# must: sees fit 96
# must: sees evaluate 307
import os

import numpy as np
from tensorflow import keras

rng = np.random.default_rng(5)
x = rng.random((110, 4)).astype("float32")
y = x.sum(axis=1, keepdims=True)

model = keras.Sequential([keras.layers.Dense(3, "tanh", input_shape=(4,)), keras.layers.Dense(1)])
model.compile("sgd", "mse", metrics=["mae"])
model.fit(x, y, epochs=2, verbose=0)

x_test = rng.random((int(os.environ.get("TESTED", "307")), 4)).astype("float32")
y_test = x_test.sum(axis=1, keepdims=True)
print(model.evaluate(x_test, y_test, verbose=0))
