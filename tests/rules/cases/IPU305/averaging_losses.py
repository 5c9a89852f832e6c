import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
squared = keras.losses.MeanSquaredError()
crossed = keras.losses.BinaryCrossentropy(True, reduction=keras.losses.Reduction.AUTO)
huber = keras.losses.Huber()
elsewhere = keras.losses.MeanSquaredError()


class Own(keras.losses.Loss):
    def call(self, y_true, y_pred):
        return abs(y_true - y_pred)


own = Own()


@tf.function(jit_compile=True)
def step(x, y):
    outputs = model(x)
    return squared(y, outputs, sample_weight=y) + crossed(y, outputs) + huber(y, outputs) + own(y, outputs)


print(strategy.run(step, args=(tf.zeros((8, 4)), tf.zeros((8, 1)))))
print(squared([1.0], [2.0]), elsewhere([1.0], [2.0]))
model.compile("sgd", huber)
# output
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
squared = keras.losses.MeanSquaredError(reduction="none")
crossed = keras.losses.BinaryCrossentropy(True, reduction="none")
huber = keras.losses.Huber()
elsewhere = keras.losses.MeanSquaredError()


class Own(keras.losses.Loss):
    def call(self, y_true, y_pred):
        return abs(y_true - y_pred)


own = Own()


@tf.function(jit_compile=True)
def step(x, y):
    outputs = model(x)
    # gpu2ipu: IPU305 in `strategy.run` a loss object must not average over the batch: "Please use `tf.keras.losses.Reduction.SUM` or `tf.keras.losses.Reduction.NONE`"; make it with `reduction="none"`, and take the mean in the step
    # gpu2ipu: IPU305 in `strategy.run` a loss object must not average over the batch: "Please use `tf.keras.losses.Reduction.SUM` or `tf.keras.losses.Reduction.NONE`"; let the class call `super().__init__(reduction="none")`, and take the mean in the step
    return tf.reduce_mean(squared(y, outputs, sample_weight=y)) + tf.reduce_mean(crossed(y, outputs)) + huber(y, outputs) + own(y, outputs)


print(strategy.run(step, args=(tf.zeros((8, 4)), tf.zeros((8, 1)))))
print(tf.reduce_mean(squared([1.0], [2.0])), elsewhere([1.0], [2.0]))
model.compile("sgd", huber)
