import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
total = keras.losses.MeanSquaredError(keras.losses.Reduction.SUM)
each = keras.losses.MeanAbsoluteError(reduction="none")


@tf.function(jit_compile=True)
def step(x, y):
    with tf.GradientTape() as tape:
        loss = total(y, model(x)) + tf.reduce_mean(each(y, model(x)))
    return tape.gradient(loss, model.weights)


strategy.run(step, args=(tf.zeros((8, 4)), tf.zeros((8, 1))))
