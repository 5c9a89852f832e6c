import tensorflow as tf
from tensorflow import keras

class Trainer:
    def __init__(self):
        self.model = keras.Sequential([keras.layers.Dense(1)])
        self.optimizer = keras.optimizers.SGD(0.1)

    def step(self, x, y):
        tape = tf.GradientTape()
        with tape:
            loss = tf.reduce_mean((self.model(x) - y) ** 2)
        self.optimizer.apply_gradients(zip(tape.gradient(loss, self.model.weights), self.model.weights))


Trainer().step(tf.zeros((32, 4)), tf.zeros((32, 1)))
# output
import tensorflow as tf
from tensorflow import keras

class Trainer:
    def __init__(self):
        self.model = keras.Sequential([keras.layers.Dense(1)])
        self.optimizer = keras.optimizers.SGD(0.1)

    def step(self, x, y):
        # gpu2ipu: IPU305 a `GradientTape` outside of `fit`: the object whose `step` is called has no name, and a compiled method does not keep it alive; write the step as a `tf.function(jit_compile=True)` that takes and returns tensors only, and call it with `strategy.run`; keep the loop over the dataset outside of the strategy's scope
        tape = tf.GradientTape()
        with tape:
            loss = tf.reduce_mean((self.model(x) - y) ** 2)
        self.optimizer.apply_gradients(zip(tape.gradient(loss, self.model.weights), self.model.weights))


Trainer().step(tf.zeros((32, 4)), tf.zeros((32, 1)))
