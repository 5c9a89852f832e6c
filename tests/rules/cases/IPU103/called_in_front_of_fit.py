import tensorflow as tf
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x)


x, y = tf.zeros((64, 2)), tf.zeros((64, 1))
with strategy.scope():
    model = Net()
model(x[:1])
model.summary()
with strategy.scope():
    model.compile("adam", "mse", steps_per_execution=2)
model.fit(x, y, batch_size=32)
print(model(x[:1]))
# output
import tensorflow as tf
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x)


x, y = tf.zeros((64, 2)), tf.zeros((64, 1))
with strategy.scope():
    model = Net()
with strategy.scope():
    model(x[:1])
model.summary()
with strategy.scope():
    model.compile("adam", "mse", steps_per_execution=2)
model.fit(x, y, batch_size=32)
print(model(x[:1]))
