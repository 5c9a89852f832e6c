import functools

import keras
import tensorflow as tf
from keras import ops

inputs = keras.Input((4,), 32, "float32")
loss = keras.losses.SparseCategoricalCrossentropy(True, None, "sum")
again = keras.losses.SparseCategoricalCrossentropy(True)
optimizer = keras.optimizers.Adam(1e-3, 0.9, 0.999, 1e-7, False, None, 1.0)
decayed = keras.optimizers.Adam(1e-3, 0.9, 0.999, 1e-7, False, 0.01)
regularizer = keras.regularizers.l1_l2(l1=0.01)
both = keras.regularizers.l1_l2(0.01, 0.02)
half = functools.partial(keras.regularizers.l1_l2, 0.01)
convolution = keras.layers.ConvLSTM2D(4, 3)
hard = keras.layers.ConvLSTM2D(4, 3, recurrent_activation="hard_sigmoid")
product = keras.layers.dot([inputs, inputs])
divergence = keras.metrics.KLDivergence()
model = keras.Sequential([inputs, keras.layers.Dense(2)], True, "classifier")
model.compile("adam", loss, [0.5], [keras.metrics.SparseCategoricalAccuracy()], run_eagerly=False)
model.compile("adam", loss, ["accuracy"])
model.compile(keras.optimizers.SGD(0.1), "mse", [0.5], ["mae"])
pairs = tf.data.Dataset.zip(tf.data.Dataset.range(3), tf.data.Dataset.range(3))


class Mine(keras.losses.Loss):
    def __init__(self):
        super().__init__("mine", "sum")

    def call(self, y_true, y_pred):
        return ops.mean(y_pred - y_true)
# output
import functools

import keras
import tensorflow as tf
from keras import ops

inputs = keras.Input((4,), 32, dtype="float32")
loss = keras.losses.SparseCategoricalCrossentropy(True, reduction="sum")
again = keras.losses.SparseCategoricalCrossentropy(True)
optimizer = keras.optimizers.Adam(1e-3, 0.9, 0.999, 1e-7, False, clipnorm=1.0)
# gpu2ipu: IPU609 `keras.optimizers.Adam` has no `weight_decay`, its argument here, in TensorFlow 2.6: remove it, or implement it yourself
decayed = keras.optimizers.Adam(1e-3, 0.9, 0.999, 1e-7, False, 0.01)
regularizer = keras.regularizers.l1_l2(l1=0.01, l2=0.0)
both = keras.regularizers.l1_l2(0.01, 0.02)
half = functools.partial(keras.regularizers.l1_l2, 0.01, l2=0.0)
convolution = keras.layers.ConvLSTM2D(4, 3, recurrent_activation="sigmoid")
hard = keras.layers.ConvLSTM2D(4, 3, recurrent_activation="hard_sigmoid")
product = keras.layers.dot([inputs, inputs], axes=-1)
divergence = keras.metrics.KLDivergence(name="kl_divergence")
model = keras.Sequential([inputs, keras.layers.Dense(2)], name="classifier")
model.compile("adam", loss, loss_weights=[0.5], metrics=[keras.metrics.SparseCategoricalAccuracy()], run_eagerly=False)
model.compile("adam", loss, ["accuracy"])
model.compile(keras.optimizers.SGD(0.1), "mse", loss_weights=[0.5], metrics=["mae"])
pairs = tf.data.Dataset.zip((tf.data.Dataset.range(3), tf.data.Dataset.range(3)))


class Mine(keras.losses.Loss):
    def __init__(self):
        super().__init__(name="mine", reduction="sum")

    def call(self, y_true, y_pred):
        return ops.mean(y_pred - y_true)
