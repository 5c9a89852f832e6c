# case: blocks in a list inside a Model subclass with get_config; trained on arrays, a schedule by decay
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301
# port: agrees
# must: sees fit 160
# must: prints rows 41
import numpy as np
import tensorflow as tf


class Blocks(tf.keras.Model):
    def __init__(self, widths, **kwargs):
        super().__init__(**kwargs)
        self.widths = widths
        self.blocks = [tf.keras.layers.Dense(w, activation="relu") for w in widths]
        self.head = tf.keras.layers.Dense(1)

    def call(self, inputs, training=False):
        for block in self.blocks:
            inputs = block(inputs)
        return self.head(inputs)

    def get_config(self):
        return {"widths": self.widths}


x = np.random.RandomState(0).rand(175, 4).astype("float32")
model = Blocks([8, 4])
rate = tf.keras.optimizers.schedules.ExponentialDecay(0.01, decay_steps=5, decay_rate=0.9)
model.compile(tf.keras.optimizers.SGD(rate), "mse")
model.fit(x, x.sum(axis=1), batch_size=20, epochs=1, verbose=0)
print("rows", len(model.predict(x[:41])))
