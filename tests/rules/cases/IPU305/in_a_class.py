# flags: --select IPU305,IPU102
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


trainer = Trainer()
trainer.step(tf.zeros((32, 4)), tf.zeros((32, 1)))
# output
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

class Trainer:
    def __init__(self):
        self.model = keras.Sequential([keras.layers.Dense(1)])
        self.optimizer = keras.optimizers.SGD(0.1)

    @tf.function(jit_compile=True)
    def step(self, x, y):
        tape = tf.GradientTape()
        with tape:
            loss = tf.reduce_mean((self.model(x) - y) ** 2)
        self.optimizer.apply_gradients(zip(tape.gradient(loss, self.model.weights), self.model.weights))


trainer = Trainer()
strategy.run(trainer.step, args=(tf.zeros((32, 4)), tf.zeros((32, 1))))
