# case: the whole pipeline stands in one expression inside fit; a lambda in map makes columns, the parts are a dict
# rules: IPU101 IPU102 IPU103 IPU201 IPU301
# port: agrees
# must: sees fit 300
import tensorflow as tf
import numpy as np

keras = tf.keras
ROWS = 310
data = {"a": np.arange(ROWS, dtype="float32") / ROWS, "b": np.ones(ROWS, dtype="float32")}
labels = (np.arange(ROWS) % 2).astype("float32")

a = keras.Input(shape=(1,), name="a")
b = keras.Input(shape=(1,), name="b")
hidden = keras.layers.Dense(4, activation="relu")(keras.layers.concatenate([a, b]))
model = keras.Model([a, b], keras.layers.Dense(1, activation="sigmoid")(hidden))
model.compile(keras.optimizers.Adam(), loss=keras.losses.BinaryCrossentropy())

model.fit(
    tf.data.Dataset.from_tensor_slices((data, labels))
    .map(lambda x, y: ({"a": x["a"][tf.newaxis], "b": x["b"][tf.newaxis]}, y))
    .batch(20)
    .prefetch(buffer_size=tf.data.experimental.AUTOTUNE),
    epochs=1,
    verbose=2,
)
