# case: repeat() before batch, the steps are computed into a config dict that fit reads
# rules: IPU101 IPU102 IPU103 IPU201 IPU301
# port: agrees
# must: sees fit 240
# must: contains .batch(config["batch"], drop_remainder=True)
import numpy as np
import tensorflow as tf

config = {"batch": 24, "epochs": 2, "rows": 250}
config["steps"] = config["rows"] // config["batch"]

rng = np.random.default_rng(0)
x = rng.random((config["rows"], 7), dtype="float32")
y = x.sum(axis=1, keepdims=True)

data = tf.data.Dataset.from_tensor_slices((x, y)).repeat().shuffle(64, seed=5).batch(config["batch"])

model = tf.keras.Sequential([tf.keras.layers.Dense(5, activation="relu", input_shape=(7,)), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(data, epochs=config["epochs"], steps_per_epoch=config["steps"], verbose=2)
