# case: config, ipu_config and cfg are classes and arguments; a parameter is called strategy
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: sees fit 90
# must: contains def report(strategy, config):
# must: prints early 16
import numpy as np
import tensorflow as tf


class ipu_config:
    width = 16


def report(strategy, config):
    print(strategy, config.width)


cfg = ipu_config()
x = np.random.RandomState(2).rand(100, 5).astype("float32")
net = tf.keras.Sequential([tf.keras.layers.Dense(cfg.width, input_shape=(5,)), tf.keras.layers.Dense(1)])
net.compile(optimizer="adam", loss="mae")
net.fit(x, x[:, 1], batch_size=30, epochs=1, verbose=0)
report("early", cfg)
