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
    model.set_gradient_accumulation_options(gradient_accumulation_steps_per_replica=4)
# output
from tensorflow import keras
from tensorflow.python import ipu


class Halved(keras.Model):
    # gpu2ipu: IPU304 `train_step` is overridden, which is an error on an IPU: create the strategy with `IPUStrategy(enable_keras_extensions=False)`, or run the step in a custom loop with `strategy.run`
    def train_step(self, data):
        x, y = data
        return super().train_step((x * 0.5, y))


strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    inputs = keras.Input((4,))
    model = Halved(inputs, keras.layers.Dense(1)(inputs))
    model.set_gradient_accumulation_options(gradient_accumulation_steps_per_replica=4)
