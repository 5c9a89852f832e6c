# case: datasets for validation, evaluation and prediction: fewer rows than a batch, a short last batch, unknown rows
# rules: IPU101 IPU102 IPU103 IPU201 IPU301
# port: agrees
# must: contains .batch(min(32, len(x)), drop_remainder=True)
# must: contains .batch(25, drop_remainder=True)
# must: contains predict_all_samples(model, wanted.batch(16))
# must: sees fit 64
# must: sees evaluate 100
# must: prints (91, 1)
import sys

import numpy as np
import tensorflow as tf


def batches(x, y):
    return tf.data.Dataset.from_tensor_slices((x, y)).batch(32)


rng = np.random.RandomState(5)
x, y = rng.rand(90, 6).astype("float32"), rng.rand(90, 1).astype("float32")
x_test, y_test = rng.rand(100, 6).astype("float32"), rng.rand(100, 1).astype("float32")
wanted = tf.data.Dataset.from_tensor_slices(x_test[: 90 + len(sys.argv)])

model = tf.keras.Sequential([tf.keras.layers.Dense(4, activation="tanh"), tf.keras.layers.Dense(1)])
model.compile("sgd", "mse", metrics=["mae"])
model.fit(batches(x[:70], y[:70]), validation_data=batches(x[70:], y[70:]), epochs=2, verbose=2)

test = tf.data.Dataset.from_tensor_slices((x_test, y_test)).map(lambda row, target: (row * 2, target))
print(model.evaluate(test.batch(32).prefetch(1)))
print(model.predict(wanted.batch(16)).shape)
