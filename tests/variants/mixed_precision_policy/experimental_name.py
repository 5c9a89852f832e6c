# case: set_global_policy by a string, the output layer is cast back to float32; a LossScaleOptimizer is left to Keras
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: contains tf.keras.mixed_precision.set_global_policy("mixed_float16")
# must: contains dtype="float32"
# must: sees fit 192
import numpy as np
import tensorflow as tf

tf.keras.mixed_precision.set_global_policy("mixed_float16")
tf.random.set_seed(3)
x = np.random.RandomState(3).rand(210, 12).astype("float32")
y = (x[:, :6].sum(1) > x[:, 6:].sum(1)).astype("float32")

model = tf.keras.Sequential()
model.add(tf.keras.layers.Dense(16, activation="relu", input_shape=(12,)))
model.add(tf.keras.layers.Dense(1, activation="sigmoid", dtype="float32"))
model.compile(optimizer=tf.keras.optimizers.SGD(0.1), loss="binary_crossentropy")
model.fit(x, y, batch_size=64, epochs=1, verbose=2)
