# case: lists of inputs, and the pair of the validation, are unpacked into those of the call
# rules: IPU101 IPU102 IPU103 IPU202 IPU204 IPU206 IPU301
# port: agrees
# must: sees fit 416
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

rng = np.random.default_rng(0)
a = rng.normal(size=(446, 4)).astype("float32")
b = rng.normal(size=(446, 3)).astype("float32")
c = rng.normal(size=(446, 2)).astype("float32")
y = (a.sum(axis=1) > 0).astype("int64")
va, vb, vc, vy = a[:77], b[:77], c[:77], y[:77]
ia, ib, ic = keras.Input((4,), name="a"), keras.Input((3,), name="b"), keras.Input((2,), name="c")
h = layers.Concatenate()([ia, ib, ic])
model = keras.Model([ia, ib, ic], layers.Dense(1, activation="sigmoid")(h))
model.compile(optimizer="adam", loss="binary_crossentropy", metrics=["accuracy"])
two, validation = [a, b], ([va, vb, vc], vy)
weights = np.linspace(1, 2, 77).astype("float32")
model.fit([*two, c], y, batch_size=32, epochs=2, verbose=2, validation_data=(*validation, weights))
print("loss", model.evaluate([*two, c], y, verbose=0)[0])
