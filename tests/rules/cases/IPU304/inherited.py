from tensorflow.keras import Model, layers


class Base(Model):
    def train_step(self, data):
        return super().train_step(data)


class Net(Base):
    def __init__(self):
        super().__init__()
        self.dense = layers.Dense(1)

    def call(self, x):
        return self.dense(x)


def build():
    return Net()


if __name__ == "__main__":
    model = build()
# output
from tensorflow.keras import Model, layers


class Base(Model):
    # gpu2ipu: IPU304 `train_step` is overridden, which is an error on an IPU: create the strategy with `IPUStrategy(enable_keras_extensions=False)`, or run the step in a custom loop with `strategy.run`
    def train_step(self, data):
        return super().train_step(data)


class Net(Base):
    def __init__(self):
        super().__init__()
        self.dense = layers.Dense(1)

    def call(self, x):
        return self.dense(x)


def build():
    return Net()


if __name__ == "__main__":
    model = build()
