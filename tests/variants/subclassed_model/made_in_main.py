# case: encoder and decoder are subclasses inside a third one, which main makes and fits on a dataset
# rules: IPU101 IPU102 IPU103 IPU201 IPU301
# port: agrees
# must: sees fit 96
import numpy as np
import tensorflow as tf
from tensorflow.keras import Model, layers


class Encoder(Model):
    def __init__(self, size):
        super(Encoder, self).__init__()
        self.dense = layers.Dense(size, activation="tanh")

    def call(self, x):
        return self.dense(x)


class AutoEncoder(Model):
    def __init__(self, size, width):
        super(AutoEncoder, self).__init__()
        self.encoder = Encoder(size)
        self.decoder = layers.Dense(width)

    def call(self, x):
        return self.decoder(self.encoder(x))


def main():
    x = np.random.RandomState(8).rand(100, 5).astype("float32")
    ds = tf.data.Dataset.from_tensor_slices((x, x)).batch(16)
    model = AutoEncoder(2, 5)
    model.compile(optimizer="adam", loss="mse")
    model.fit(ds, epochs=1, verbose=0)


if __name__ == "__main__":
    main()
