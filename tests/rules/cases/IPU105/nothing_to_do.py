import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

train = tf.data.Dataset.range(64).batch(32, drop_remainder=True)
strategy = ipu.ipu_strategy.IPUStrategy()


@tf.function(jit_compile=True)
def total(model, dataset):
    result = 0.0
    for numbers in dataset:
        result += tf.reduce_sum(model(numbers))
    return result


with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(10)])
    iterator = iter(train)
    print(total(model, train), list(range(3)), next(iter([1, 2])), [layer.name for layer in model.layers])
for numbers in train:
    print(numbers, list(train), next(iter(train)))
