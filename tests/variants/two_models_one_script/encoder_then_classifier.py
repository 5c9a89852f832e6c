# case: an autoencoder's code, from a sub-model, is the input of a classifier that is trained in other batches
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301
# port: agrees
# must: sees fit 120
# must: sees fit 128
import numpy as np
from tensorflow import keras

rng = np.random.default_rng(9)
rows = rng.random((133, 8), dtype="float32")
kinds = (rows[:, 0] > rows[:, 7]).astype("float32")

inputs = keras.Input((8,))
code = keras.layers.Dense(3, activation="relu")(inputs)
autoencoder = keras.Model(inputs, keras.layers.Dense(8)(code))
encoder = keras.Model(inputs, code)
autoencoder.compile(optimizer="adam", loss="mse")
autoencoder.fit(rows, rows, batch_size=40, epochs=1, verbose=0)

codes = encoder.predict(rows)
classifier = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1, activation="sigmoid")])
classifier.compile(optimizer="sgd", loss="binary_crossentropy")
classifier.fit(codes, kinds, batch_size=16, epochs=1, verbose=0)
print(codes.shape)
