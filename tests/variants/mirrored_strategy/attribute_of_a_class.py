# case: the strategy is an attribute that methods enter twice: to build and to compile again with a smaller rate
# rules: IPU101 IPU102 IPU202 IPU301 IPU50x
# port: agrees
# must: lacks MirroredStrategy
# must: sees fit 160
import numpy as np
import tensorflow as tf


class Experiment:
    def __init__(self, width=6):
        self.strategy = tf.distribute.MirroredStrategy()
        with self.strategy.scope():
            self.model = tf.keras.Sequential([
                tf.keras.layers.Dense(width, activation="relu", input_shape=(4,)),
                tf.keras.layers.Dense(1),
            ])
            self.model.compile(tf.keras.optimizers.SGD(0.1), "mse")

    def slow_down(self):
        with self.strategy.scope():
            self.model.compile(tf.keras.optimizers.SGD(0.01), "mse")

    def run(self, x, y):
        self.model.fit(x, y, batch_size=40, epochs=1, verbose=0)
        self.slow_down()
        self.model.fit(x, y, batch_size=40, epochs=1, verbose=0)


rows = np.random.RandomState(1).rand(170, 4).astype("float32")
Experiment().run(rows, rows.max(axis=1))
print("done")
