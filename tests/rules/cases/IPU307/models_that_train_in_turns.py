import numpy as np
from tensorflow import keras


class Gan:
    def __init__(self):
        self.judge = keras.Sequential([keras.layers.Dense(1, input_shape=(8,))])
        self.judge.compile("sgd", "mse")
        self.maker = keras.Sequential([keras.layers.Dense(8, input_shape=(4,))])
        self.judge.trainable = False
        self.both = keras.Sequential([self.maker, self.judge])
        self.both.compile("sgd", "mse")

    def step(self, real):
        noise = np.random.rand(16, 4)
        self.judge.train_on_batch(real, np.ones(16))
        self.judge.train_on_batch(self.maker.predict_on_batch(noise), np.zeros(16))
        return self.both.train_on_batch(noise, np.ones(16))


gan = Gan()
for _ in range(10):
    gan.step(np.random.rand(16, 8))
