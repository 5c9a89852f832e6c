# flags: --all-rules
from tensorflow import keras
from tensorflow.keras.preprocessing.image import ImageDataGenerator


def build():
    model = keras.Sequential([keras.layers.Flatten(input_shape=(256, 256, 3)), keras.layers.Dense(2)])
    model.compile("sgd", "mse")
    return model


def train(model, train_gen):
    return model.fit(train_gen, epochs=3)


train_gen = ImageDataGenerator(rescale=1 / 255).flow_from_directory("train", batch_size=16)
model = build()
train(model, train_gen)
# output
import numpy as np
import tensorflow as tf
import random

from tensorflow import keras
from tensorflow.keras.preprocessing.image import ImageDataGenerator
from tensorflow.python import ipu


def fed_batch(batch):
    """Return a batch in the element types that the IPU supports, with tuples for lists as Keras has them."""
    if isinstance(batch, dict):
        return {key: fed_batch(part) for key, part in batch.items()}
    if isinstance(batch, (list, tuple)):
        return tuple(fed_batch(part) for part in batch)
    array = np.array(batch)
    if array.dtype.kind == "f":
        return array.astype("float32")
    return array.astype("int32") if array.dtype.kind in "iu" and array.dtype.itemsize > 1 else array


def dataset_of_sequence(sequence, steps, shuffle=False):
    """Return a dataset of the first `steps` batches of a Sequence; each epoch ends with `on_epoch_end`."""
    first = fed_batch(sequence[0])
    signature = tf.nest.map_structure(lambda array: tf.TensorSpec(array.shape, array.dtype), first)

    def batches():
        order = list(range(steps))
        if shuffle:
            random.shuffle(order)
        for index in order[:-1]:
            yield fed_batch(sequence[index])
        last = fed_batch(sequence[order[-1]])
        sequence.on_epoch_end()
        yield last

    dataset = tf.data.Dataset.from_generator(batches, output_signature=signature)
    return dataset.apply(tf.data.experimental.assert_cardinality(steps))


ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


def build(steps_per_execution=1):
    model = keras.Sequential([keras.layers.Flatten(input_shape=(256, 256, 3)), keras.layers.Dense(2)])
    model.compile("sgd", "mse", steps_per_execution=steps_per_execution)
    return model


def train(model, train_gen):
    return model.fit(dataset_of_sequence(train_gen, train_gen.n // train_gen.batch_size, shuffle=True), epochs=3)


train_gen = ImageDataGenerator(rescale=1 / 255).flow_from_directory("train", batch_size=16)
with strategy.scope():
    model = build(steps_per_execution=train_gen.n // train_gen.batch_size)
train(model, train_gen)
