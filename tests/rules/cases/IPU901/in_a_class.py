import tensorflow as tf


class Words(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.lookup = tf.keras.layers.IntegerLookup(vocabulary=[1, 2])
        self.dense = tf.keras.layers.Dense(1)

    def call(self, inputs):
        return self.dense(tf.cast(self.lookup(inputs), tf.float32))


model = Words()
model.compile("sgd", "mse")
# output
import tensorflow as tf


class Words(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.lookup = tf.keras.layers.IntegerLookup(vocabulary=[1, 2])
        self.dense = tf.keras.layers.Dense(1)

    def call(self, inputs):
        # gpu2ipu: IPU901 `IntegerLookup` inside the model: strings and lookup tables do not exist on an IPU; vectorising belongs into the dataset, `dataset.map(lambda x, y: (self.lookup(x), y))`, and the model begins after it
        return self.dense(tf.cast(self.lookup(inputs), tf.float32))


model = Words()
model.compile("sgd", "mse")
