import tensorflow as tf
from tensorflow import keras

from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])


def step(x):
    with tf.GradientTape() as tape:
        return model(x)


@tf.function(experimental_compile=True)
def loop(batches):
    for _ in tf.range(10):
        step(next(batches))


with strategy.scope():
    strategy.run(loop, args=[iter(tf.data.Dataset.range(10))])
