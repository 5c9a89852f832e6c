# case: targets and losses are dicts behind names, validation_data has a dict as well; outputs by name
# rules: IPU101 IPU102 IPU103 IPU202 IPU204 IPU301
# port: agrees
# must: sees fit 180
import numpy as np
import tensorflow as tf

x = np.random.RandomState(1).rand(235, 4).astype("float32")
targets = {"low": x.min(axis=1), "high": x.max(axis=1)}
losses = {"low": "mse", "high": "mae"}

inputs = tf.keras.Input((4,), name="rows")
hidden = tf.keras.layers.Dense(6, activation="relu")(inputs)
outputs = {name: tf.keras.layers.Dense(1, name=name)(hidden) for name in losses}
model = tf.keras.Model(inputs, outputs)
model.compile(optimizer="sgd", loss=losses)
train_y = {"low": targets["low"][:190], "high": targets["high"][:190]}
valid_y = {"low": targets["low"][190:], "high": targets["high"][190:]}
model.fit(x[:190], train_y, batch_size=20, epochs=1, verbose=2, validation_data=(x[190:], valid_y))
