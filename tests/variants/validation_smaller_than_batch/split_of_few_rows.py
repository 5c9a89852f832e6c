# case: what `validation_split` leaves for training is less than a batch, and so is a dataset that trains
# rules: IPU101 IPU102 IPU103 IPU201 IPU204 IPU301
# port: agrees
# must: contains batch_size=24
# must: contains .batch(20, drop_remainder=True)
# must: sees fit 24
# must: sees fit 20
import numpy as np
import tensorflow as tf
from tensorflow import keras

rng = np.random.RandomState(6)
x, y = rng.rand(30, 4).astype("float32"), rng.rand(30, 1).astype("float32")

model = keras.Sequential([keras.layers.Dense(3, activation="relu"), keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x, y, validation_split=0.2, epochs=2)
few = tf.data.Dataset.from_tensor_slices((x[:20], y[:20])).batch(32)
model.fit(few, epochs=2)
