from tensorflow import keras
from tensorflow.python import ipu


class Halved(keras.Model):
    def train_step(self, data):
        x, y = data
        return super().train_step((x * 0.5, y))


strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    inputs = keras.Input((4,))
    model = Halved(inputs, keras.layers.Dense(1)(inputs))
# output
from tensorflow import keras
from tensorflow.python import ipu


class Halved(keras.Model):
    def train_step(self, data):
        x, y = data
        return super().train_step((x * 0.5, y))


strategy = ipu.ipu_strategy.IPUStrategy(enable_keras_extensions=False)
with strategy.scope():
    inputs = keras.Input((4,))
    model = Halved(inputs, keras.layers.Dense(1)(inputs))
