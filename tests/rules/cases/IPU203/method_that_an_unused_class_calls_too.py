from tensorflow import keras


class Base:
    def __init__(self, net):
        self.net = net

    def samples(self, rows):
        return self.net.predict(rows, batch_size=1)


class Net(Base):
    def __init__(self, net):
        super().__init__(net)

    def predict(self, rows):
        return self.samples(rows)


class Unused(Base):
    def __init__(self, net):
        super().__init__(net)

    def predict(self, rows):
        return self.samples(rows)


model = keras.Sequential([keras.layers.Dense(1)])
print(Net(model).predict(x_test))
# output
from tensorflow import keras


class Base:
    def __init__(self, net):
        self.net = net

    def samples(self, rows):
        # gpu2ipu: IPU203 cannot determine whether `self.net.predict` is called on a Keras model; if it is, make sure that its batches are full
        return self.net.predict(rows, batch_size=1)


class Net(Base):
    def __init__(self, net):
        super().__init__(net)

    def predict(self, rows):
        return self.samples(rows)


class Unused(Base):
    def __init__(self, net):
        super().__init__(net)

    def predict(self, rows):
        return self.samples(rows)


model = keras.Sequential([keras.layers.Dense(1)])
print(Net(model).predict(x_test))
