import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

train = tf.data.Dataset.range(64).batch(32, drop_remainder=True)
strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(10)])
    for numbers in train:
        print(model(numbers))
# output
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

train = tf.data.Dataset.range(64).batch(32, drop_remainder=True)
strategy = ipu.ipu_strategy.IPUStrategy(enable_dataset_iterators=False)
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(10)])
    for numbers in train:
        print(model(numbers))
