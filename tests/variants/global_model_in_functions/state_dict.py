# case: a module-level dict holds the model; nested functions and a closure train it
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: sees fit 260
import numpy as np
from tensorflow import keras

STATE = {}
x = np.random.RandomState(3).normal(size=(270, 4)).astype("float32")
y = (x ** 2).sum(axis=1)


def init(width: int = 10) -> None:
    net = keras.Sequential([keras.layers.Dense(width, activation="relu", input_shape=(4,)), keras.layers.Dense(1)])
    net.compile(keras.optimizers.SGD(1e-3), "mse")
    STATE["net"] = net


def make_trainer(size: int):
    def trainer(epochs: int = 1):
        return STATE["net"].fit(x, y, batch_size=size, epochs=epochs, verbose=0).history["loss"]
    return trainer


init()
train = make_trainer(20)
print(len(train()), "epochs")
