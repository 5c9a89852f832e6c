# flags: --replicas 2
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
# output
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
        # gpu2ipu: IPU307 `train_on_batch` needs the host at every batch: use `fit` on a dataset, or a loop inside `strategy.run`; all batches must have the same shape
        self.judge.train_on_batch(real, np.ones(16))
        # gpu2ipu: IPU307 `train_on_batch` needs the host at every batch: use `fit` on a dataset, or a loop inside `strategy.run`; all batches must have the same shape
        # gpu2ipu: IPU307 `predict_on_batch` needs the host at every batch: use `predict` on a dataset, or a loop inside `strategy.run`; all batches must have the same shape
        self.judge.train_on_batch(self.maker.predict_on_batch(noise), np.zeros(16))
        # gpu2ipu: IPU307 `train_on_batch` needs the host at every batch: use `fit` on a dataset, or a loop inside `strategy.run`; all batches must have the same shape
        return self.both.train_on_batch(noise, np.ones(16))


gan = Gan()
for _ in range(10):
    gan.step(np.random.rand(16, 8))
