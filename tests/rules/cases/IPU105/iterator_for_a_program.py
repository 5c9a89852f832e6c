import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

train = tf.data.Dataset.range(64).batch(32, drop_remainder=True)
strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(10)])

    @tf.function(jit_compile=True)
    def step(iterator):
        return model(next(iterator))

    strategy.run(step, args=(iter(train),))
    for numbers in train:
        print(numbers)
# output
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

train = tf.data.Dataset.range(64).batch(32, drop_remainder=True)
strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(10)])

    @tf.function(jit_compile=True)
    def step(iterator):
        return model(next(iterator))

    strategy.run(step, args=(iter(train),))
    # gpu2ipu: IPU105 `train` is read in eager mode inside the scope: read it outside, or create the strategy with `enable_dataset_iterators=False`
    for numbers in train:
        print(numbers)
