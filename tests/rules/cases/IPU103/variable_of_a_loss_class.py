import tensorflow as tf
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()


class CenterLoss(tf.keras.losses.Loss):
    def __init__(self, classes, size):
        super().__init__()
        self.centers = tf.Variable(tf.zeros([classes, size]), trainable=False)

    def call(self, y_true, y_pred):
        return tf.reduce_sum(tf.square(y_pred - tf.gather(self.centers, y_true)), axis=-1)


def main():
    loss = CenterLoss(3, 4)
    model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
    model.compile("adam", loss)
    model.fit(tf.zeros((64, 2)), tf.zeros((64,), tf.int32), batch_size=32)


main()
# output
import tensorflow as tf
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()


class CenterLoss(tf.keras.losses.Loss):
    def __init__(self, classes, size):
        super().__init__()
        self.centers = tf.Variable(tf.zeros([classes, size]), trainable=False)

    def call(self, y_true, y_pred):
        return tf.reduce_sum(tf.square(y_pred - tf.gather(self.centers, y_true)), axis=-1)


def main():
    with strategy.scope():
        loss = CenterLoss(3, 4)
        model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
        model.compile("adam", loss)
    model.fit(tf.zeros((64, 2)), tf.zeros((64,), tf.int32), batch_size=32)


main()
