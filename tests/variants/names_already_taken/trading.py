# case: strategy and ipu are a dict and a function of the script, train_size a fraction, train_steps a list
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: sees fit 120
# must: prints buy low 0.75 [1, 2]
import numpy as np
from tensorflow import keras

strategy = {"name": "buy low"}
train_size = 0.75
train_steps = [1, 2]


def ipu(x):
    return x * 2


rows = np.random.RandomState(0).rand(170, 3).astype("float32")
cut = int(len(rows) * train_size)
model = keras.Sequential([keras.layers.Dense(1, input_shape=(3,))])
model.compile("sgd", "mse")
model.fit(rows[:cut], ipu(rows[:cut, 0]), batch_size=20, epochs=1, verbose=0)
print(strategy["name"], train_size, train_steps)
