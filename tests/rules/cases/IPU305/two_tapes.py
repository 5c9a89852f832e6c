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
    # gpu2ipu: IPU305 a `GradientTape` outside of `fit`: the loop does not apply the gradients next to the tape; write the step as a `tf.function(jit_compile=True)` that takes and returns tensors only, and call it with `strategy.run`; keep the loop over the dataset outside of the strategy's scope
    with Tape() as g_tape, Tape() as d_tape:
        real, fake = discriminator(tf.ones((8, 4))), discriminator(generator(tf.ones((8, 2))))
