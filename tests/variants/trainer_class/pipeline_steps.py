# case: a pipeline class: load, build, compile, train and report are methods that hand over attributes
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301
# port: agrees
# must: sees fit 175
# must: prints reported 46
import numpy as np
import tensorflow as tf


class Pipeline:
    batch_size = 25

    def load(self):
        rng = np.random.RandomState(0)
        self.x = rng.rand(180, 4).astype("float32")
        self.y = self.x.mean(axis=1)
        self.new = rng.rand(46, 4).astype("float32")
        return self

    def build(self):
        self.model = tf.keras.Sequential([
            tf.keras.layers.Dense(6, activation="relu", input_shape=(4,)),
            tf.keras.layers.Dense(1),
        ])
        self.model.compile("adam", "mse")
        return self

    def train(self, epochs=1):
        self.model.fit(self.x, self.y, batch_size=self.batch_size, epochs=epochs, verbose=0)

    def report(self):
        answers = self.model.predict(self.new)
        print("reported", len(answers))


pipeline = Pipeline()
pipeline.load()
pipeline.build()
pipeline.train()
pipeline.report()
