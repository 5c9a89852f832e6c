# case: a method predicts what it is given, arrays, lists or datasets, and nothing shows which
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301
# port: agrees
# must: contains predict_one_by_one(self.model, data, verbose=0)
# must: prints (41, 1)
# must: prints (23, 1)
# must: prints (5, 1)
import numpy as np
import tensorflow as tf
from tensorflow import keras

rng = np.random.default_rng(5)
kinds = {}


class Net:
    def __init__(self):
        self.model = keras.Sequential([keras.layers.Dense(3, "relu", input_shape=(3,)), keras.layers.Dense(1)])
        self.model.compile("sgd", "mse")

    def train(self, x, y):
        self.model.fit(x, y, epochs=2, verbose=0)

    def test(self, data):
        return self.model.predict(data, verbose=0)


def read(kind, count):
    kinds[kind] = rng.random((count, 3)).astype("float32")
    if kind == "dataset":
        return tf.data.Dataset.from_tensor_slices((kinds[kind], kinds[kind])).batch(16)
    return kinds[kind] if kind == "array" else kinds[kind].tolist()


net = Net()
x = rng.random((70, 3)).astype("float32")
net.train(x, x.sum(axis=1, keepdims=True))
for kind, count in eval("[('array', 41), ('dataset', 23), ('list', 5)]"):
    print(net.test(read(kind, count)).shape)
