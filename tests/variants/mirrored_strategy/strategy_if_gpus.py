# case: the strategy depends on the number of GPUs: MirroredStrategy for several, the default one else; one scope for both
# rules: IPU101 IPU102 IPU202 IPU301 IPU50x
# port: agrees
# must: lacks MirroredStrategy
# must: sees fit 192
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

mirrored = tf.distribute.MirroredStrategy(devices=None)

np.random.seed(0)
x = np.random.rand(200, 5).astype("float32")
y = x.sum(axis=1)

with mirrored.scope():
    net = tf.keras.Sequential([layers.Dense(8, activation="relu", input_shape=(5,)), layers.Dense(1)])
    net.compile(optimizer="adam", loss="mse", metrics=[tf.keras.metrics.MeanAbsoluteError()])

net.fit(x, y, batch_size=32 * mirrored.num_replicas_in_sync, epochs=1, verbose=2)
