# case: the generator yields dicts of inputs and targets by name, float64 and int64 as NumPy has them
# rules: IPU101 IPU102 IPU103 IPU205 IPU301
# port: agrees
# must: sees fit 64
import numpy as np
import tensorflow as tf


def make_batches(seed, size=16):
    rng = np.random.default_rng(seed)
    while True:
        number = rng.random((size, 3))
        kind = rng.integers(0, 4, (size, 1))
        yield {"number": number, "kind": kind}, {"answer": number[:, 0] + kind[:, 0]}


number = tf.keras.Input((3,), name="number")
kind = tf.keras.Input((1,), name="kind")
merged = tf.keras.layers.Concatenate()([number, tf.keras.layers.Flatten()(tf.keras.layers.Embedding(4, 2)(kind))])
model = tf.keras.Model([number, kind], tf.keras.layers.Dense(1, name="answer")(merged))
model.compile("adam", "mse")
model.fit(make_batches(3), steps_per_epoch=4, epochs=1, verbose=2)
