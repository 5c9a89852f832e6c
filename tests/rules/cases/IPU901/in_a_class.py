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
        # gpu2ipu: IPU901 `IntegerLookup` inside the model: an IPU has no strings and no lookup tables; do this in the dataset, `dataset.map(lambda x, y: (self.lookup(x), y))`, and let the model begin after it
        return self.dense(tf.cast(self.lookup(inputs), tf.float32))


model = Words()
model.compile("sgd", "mse")
