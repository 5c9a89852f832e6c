import numpy as np
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
for _ in range(10):
    loss = model.train_on_batch(np.zeros((32, 4)), np.zeros(32))
print(loss, model.test_on_batch(np.zeros((32, 4)), np.zeros(32)))
# output
import numpy as np
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
for _ in range(10):
    # gpu2ipu: IPU307 `train_on_batch` needs the host at every batch: use `fit` on a dataset, or a loop inside `strategy.run`; all batches must have the same shape
    loss = model.train_on_batch(np.zeros((32, 4)), np.zeros(32))
print(loss, model.test_on_batch(np.zeros((32, 4)), np.zeros(32)))
