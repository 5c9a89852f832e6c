import numpy as np
from tensorflow import keras

x, y = np.zeros((249, 6)), np.zeros((249, 1))


def compiled(net):
    net.compile("sgd", "mse")
    return net


history = compiled(keras.Sequential([keras.layers.Dense(1)])).fit(x[:200], y[:200], batch_size=16)
print(len(history.model.predict(x[200:])), history.history["loss"])
run = {"history": history}
trained = run["history"].model
trained.predict(x[200:])


def show(history):
    return history.model.predict(x[:50])


show(compiled(keras.Sequential([keras.layers.Dense(1)])).fit(x, y))
# output
import numpy as np
from tensorflow import keras

x, y = np.zeros((249, 6)), np.zeros((249, 1))


def compiled(net):
    net.compile("sgd", "mse")
    return net


history = compiled(keras.Sequential([keras.layers.Dense(1)])).fit(x[:200], y[:200], batch_size=16)
print(len(history.model.predict(x[200:], batch_size=49)), history.history["loss"])
run = {"history": history}
trained = run["history"].model
trained.predict(x[200:], batch_size=49)


def show(history):
    return history.model.predict(x[:50], batch_size=25)


show(compiled(keras.Sequential([keras.layers.Dense(1)])).fit(x, y))
