# flags: --select IPU101,IPU102,IPU103,IPU105
import tensorflow as tf
from tensorflow import keras

(x, y), _ = keras.datasets.mnist.load_data()
train = tf.data.Dataset.from_tensor_slices((x, y)).batch(32, drop_remainder=True)


def right(model, data):
    return sum(int((model(x).numpy().argmax(axis=1) == y.numpy()).sum()) for x, y in data)


class Report(keras.callbacks.Callback):
    def __init__(self, data):
        super().__init__()
        self.data = data
        self.first = next(iter(data))

    def on_epoch_end(self, epoch, logs=None):
        for images, labels in self.data.take(2):
            print(self.model(images), labels)
        print(list(self.data.as_numpy_iterator()))
        print(right(self.model, self.data))


for images, labels in train:
    print(images.shape)
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10)])
model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
model.fit(train, callbacks=[Report(train)])
# output
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy(enable_dataset_iterators=False)

(x, y), _ = keras.datasets.mnist.load_data()
train = tf.data.Dataset.from_tensor_slices((x, y)).batch(32, drop_remainder=True)


def right(model, data):
    return sum(int((model(x).numpy().argmax(axis=1) == y.numpy()).sum()) for x, y in data)


class Report(keras.callbacks.Callback):
    def __init__(self, data):
        super().__init__()
        self.data = data
        self.first = next(iter(data))

    def on_epoch_end(self, epoch, logs=None):
        for images, labels in self.data.take(2):
            print(self.model(images), labels)
        print(list(self.data.as_numpy_iterator()))
        print(right(self.model, self.data))


for images, labels in train:
    print(images.shape)
with strategy.scope():
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10)])
    model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
model.fit(train, callbacks=[Report(train)])
