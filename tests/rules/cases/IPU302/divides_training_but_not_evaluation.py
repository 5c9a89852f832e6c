import numpy as np
from tensorflow import keras

x_train, y_train = np.random.rand(640, 4), np.random.rand(640)
x_test, y_test = np.random.rand(1312, 4), np.random.rand(1312)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse", steps_per_execution=20)
model.fit(x_train, y_train)
model.evaluate(x_test, y_test)
# output
import numpy as np
from tensorflow import keras

x_train, y_train = np.random.rand(640, 4), np.random.rand(640)
x_test, y_test = np.random.rand(1312, 4), np.random.rand(1312)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse", steps_per_execution=max(len(x_train) // 32, len(x_test) // 32))
model.fit(x_train, y_train)
model.evaluate(x_test, y_test)
