from tensorflow import keras


class Halved(keras.Model):
    def train_step(self, data):
        x, y = data
        return super().train_step((x * 0.5, y))


inputs = keras.Input((4,))
model = Halved(inputs, keras.layers.Dense(1)(inputs))
# output
from tensorflow import keras


class Halved(keras.Model):
    # gpu2ipu: IPU304 `train_step` is overridden, which is an error on an IPU: create the strategy with `IPUStrategy(enable_keras_extensions=False)`, or run the step in a custom loop with `strategy.run`
    def train_step(self, data):
        x, y = data
        return super().train_step((x * 0.5, y))


inputs = keras.Input((4,))
model = Halved(inputs, keras.layers.Dense(1)(inputs))
