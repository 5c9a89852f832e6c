# case: training arrays in batches of 50, validation of 12 rows under an if on the command line, evaluate on it as well
# rules: IPU101 IPU102 IPU103 IPU202 IPU204 IPU301
# port: agrees
# must: sees fit 150
# must: sees evaluate 12
import sys

import numpy as np
import tensorflow as tf

quick = "--full" not in sys.argv
rng = np.random.default_rng(5)
features = rng.random((172, 6), dtype="float32")
labels = (features.sum(axis=1) > 3).astype("float32")
held_out = features[160:], labels[160:]

net = tf.keras.Sequential()
net.add(tf.keras.layers.Dense(5, activation="relu", input_shape=(6,)))
net.add(tf.keras.layers.Dense(1, activation="sigmoid"))
net.compile(loss="binary_crossentropy", optimizer="sgd", metrics=["accuracy"])
net.fit(features[:160], labels[:160], 50, 1 if quick else 20, 2, validation_data=held_out)
print(net.evaluate(held_out[0], held_out[1], batch_size=50, verbose=0))
