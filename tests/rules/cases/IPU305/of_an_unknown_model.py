import tensorflow as tf
from tensorflow import keras

optimizer = keras.optimizers.SGD()


def step(model, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x))
    optimizer.apply_gradients(zip(tape.gradient(loss, model.weights), model.weights))
# output
import tensorflow as tf
from tensorflow import keras

optimizer = keras.optimizers.SGD()


def step(model, x):
    # gpu2ipu: IPU305 a `GradientTape` outside of `fit`: its step has `model(...)`; write the step as a `tf.function(jit_compile=True)` that takes and returns tensors only, and call it with `strategy.run`; keep the loop over the dataset outside of the strategy's scope
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x))
    optimizer.apply_gradients(zip(tape.gradient(loss, model.weights), model.weights))
