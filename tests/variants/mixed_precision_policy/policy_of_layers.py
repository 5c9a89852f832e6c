# case: no global policy: single layers are given a Policy object as dtype
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301
# port: agrees
# must: contains dtype=half
# must: sees fit 180
# must: prints predicted 31
import numpy as np
import tensorflow as tf
from tensorflow.keras.layers import Dense, Input
from tensorflow.keras.mixed_precision import Policy

half = Policy("mixed_float16")
np.random.seed(5)
data = np.random.rand(190, 8).astype("float32")
goal = data.mean(axis=1, keepdims=True)

entry = Input(shape=(8,))
hidden = Dense(16, activation="relu", dtype=half)(entry)
model = tf.keras.Model(entry, Dense(1, dtype="float32")(hidden))
model.compile(tf.keras.optimizers.SGD(0.05), "mse")
model.fit(data, goal, batch_size=30, epochs=1, verbose=2)
print("predicted", len(model.predict(data[:31])))
