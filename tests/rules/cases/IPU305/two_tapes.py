import tensorflow as tf
from tensorflow import keras

from tensorflow import GradientTape as Tape

generator = keras.Sequential([keras.layers.Dense(4)])
discriminator = keras.Sequential([keras.layers.Dense(1)])
for _ in range(10):
    with Tape() as g_tape, Tape() as d_tape:
        real, fake = discriminator(tf.ones((8, 4))), discriminator(generator(tf.ones((8, 2))))
# output
import tensorflow as tf
from tensorflow import keras

from tensorflow import GradientTape as Tape

generator = keras.Sequential([keras.layers.Dense(4)])
discriminator = keras.Sequential([keras.layers.Dense(1)])
for _ in range(10):
    # gpu2ipu: IPU305 a `GradientTape` outside of `fit`: the loop does not apply the gradients next to the tape; put what a batch needs into a `tf.function(jit_compile=True)` of tensors alone, and call it by `strategy.run`, with the loop over the dataset outside of the strategy's scope
    with Tape() as g_tape, Tape() as d_tape:
        real, fake = discriminator(tf.ones((8, 4))), discriminator(generator(tf.ones((8, 2))))
