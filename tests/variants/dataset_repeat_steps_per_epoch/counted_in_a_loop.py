# case: the steps are counted in a loop, with the partial batch among them; a dataset that ends begins anew in each epoch
# rules: IPU101 IPU102 IPU103 IPU201 IPU301
# port: agrees
# must: sees fit 416
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(7)
x = rng.normal(size=(446, 4)).astype("float32")
y = rng.normal(size=446).astype("float32")
data = tf.data.Dataset.from_tensor_slices((x, y)).batch(32)
steps = 0
for start in range(0, len(x), 32):
    steps += 1
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
history = model.fit(data, epochs=3, steps_per_epoch=steps, verbose=2)
print("epochs", len(history.history["loss"]))
