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
    # gpu2ipu: IPU305 a `GradientTape` outside of `fit`: no loop stands around it; put what a batch needs into a `tf.function(jit_compile=True)` of tensors alone, and call it by `strategy.run`, with the loop over the dataset outside of the strategy's scope
    with tf.GradientTape() as tape:
        loss = loss_of(x, y)
    return tape.gradient(loss, model.trainable_weights)


print(gradients(tf.zeros((32, 4)), tf.zeros((32, 1))))
