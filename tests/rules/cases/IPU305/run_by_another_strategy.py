import tensorflow as tf
from tensorflow import keras

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])


def step(x):
    with tf.GradientTape() as tape:
        return model(x)


@tf.function
def spread(x):
    return strategy.run(step, args=(x,))
# output
import tensorflow as tf
from tensorflow import keras

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])


def step(x):
    # gpu2ipu: IPU305 a `GradientTape` outside of `fit`: nothing in the script calls `step`; write the step as a `tf.function(jit_compile=True)` that takes and returns tensors only, and call it with `strategy.run`; keep the loop over the dataset outside of the strategy's scope
    with tf.GradientTape() as tape:
        return model(x)


@tf.function
def spread(x):
    return strategy.run(step, args=(x,))
