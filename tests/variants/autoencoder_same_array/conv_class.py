# case: a convolutional autoencoder in a class; x is target too, validation_split on it, encoder is a sub-model
# rules: IPU101 IPU102 IPU103 IPU203 IPU204 IPU301
# port: agrees
# must: sees fit 192
# must: prints codes (61, 4, 4, 2)
# must: prints error of 61 pictures
"""Compress small pictures."""
import numpy as np
from tensorflow.keras import Model, Sequential, layers


class AutoEncoder:
    def __init__(self, shape):
        pixels = layers.Input(shape=shape)
        code = layers.Conv2D(4, 3, padding="same", activation="relu")(pixels)
        code = layers.MaxPooling2D(2, padding="same")(code)
        code = layers.Conv2D(2, 3, padding="same", activation="relu", name="code")(code)
        picture = layers.UpSampling2D(2)(code)
        picture = layers.Conv2D(shape[-1], 3, padding="same", activation="sigmoid")(picture)
        self.model = Model(pixels, picture)
        self.encoder = Model(pixels, self.model.get_layer("code").output)
        self.model.compile(optimizer="adam", loss="mse")

    def train(self, pictures, epochs=1, batch=32):
        return self.model.fit(pictures, pictures, batch_size=batch, epochs=epochs, validation_split=0.1, verbose=2)

    def encode(self, pictures):
        return self.encoder.predict(pictures)

    def reconstruct(self, pictures):
        return self.model.predict(pictures)


np.random.seed(6)
train = np.random.rand(230, 8, 8, 1).astype("float32")
test = np.random.rand(61, 8, 8, 1).astype("float32")

ae = AutoEncoder((8, 8, 1))
ae.train(train)
print("codes", ae.encode(test).shape)
error = ((ae.reconstruct(test) - test) ** 2).mean(axis=(1, 2, 3))
print("error of", len(error), "pictures", error.mean())
