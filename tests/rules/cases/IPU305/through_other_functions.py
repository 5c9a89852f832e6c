import tensorflow as tf
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])


def loss_of(x, y):
    return tf.reduce_mean((model(x) - y) ** 2)


def gradients(x, y):
    with tf.GradientTape() as tape:
        loss = loss_of(x, y)
    return tape.gradient(loss, model.trainable_weights)


print(gradients(tf.zeros((32, 4)), tf.zeros((32, 1))))
# output
import tensorflow as tf
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])


def loss_of(x, y):
    return tf.reduce_mean((model(x) - y) ** 2)


def gradients(x, y):
    # gpu2ipu: IPU305 a `GradientTape` outside of `fit`: no loop encloses it; write the step as a `tf.function(jit_compile=True)` that takes and returns tensors only, and call it with `strategy.run`; keep the loop over the dataset outside of the strategy's scope
    with tf.GradientTape() as tape:
        loss = loss_of(x, y)
    return tape.gradient(loss, model.trainable_weights)


print(gradients(tf.zeros((32, 4)), tf.zeros((32, 1))))
