# case: classes with fit, predict and compile that look like Keras, and the word keras in a comment and a string
# rules: none
# port: unchanged
# Written by hand, because keras was not to be had.
import numpy as np

HELP = "use keras.Sequential() and model.fit(x, y, batch_size=32) for the real thing"


class Sequential:
    def __init__(self, layers=()):
        self.layers = list(layers)

    def add(self, layer):
        self.layers.append(layer)

    def compile(self, optimizer, loss):
        self.optimizer, self.loss = optimizer, loss

    def fit(self, x, y, batch_size=32, epochs=1):
        for _ in range(epochs):
            for start in range(0, len(x), batch_size):
                self.weights = np.linalg.lstsq(x[start:start + batch_size], y[start:start + batch_size], rcond=None)[0]

    def predict(self, x):
        return x @ self.weights


model = Sequential()
model.compile("exact", "mse")
x = np.random.RandomState(0).rand(50, 3)
model.fit(x, x.sum(axis=1), batch_size=50)
print(model.predict(x[:3]).round(3), HELP)
