# case: after fit the model is called directly on arrays, in a list comprehension and with training=False
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: sees fit 100
# must: prints (10, 1) 10
import numpy as np
import tensorflow as tf

x = np.random.RandomState(0).rand(110, 3).astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(4, activation="relu", input_shape=(3,)), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x, x.mean(axis=1), batch_size=20, epochs=1, verbose=0)
at_once = model(x[:10], training=False).numpy()
one_by_one = [float(model(row[None, :])[0, 0]) for row in x[:10]]
print(at_once.shape, len(one_by_one))
