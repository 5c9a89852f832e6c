# flags: --all-rules
from elsewhere import step_of
from tensorflow import keras


class Penalized(keras.Model):
    def train_step(self, data):
        return step_of(self, data)


loss = keras.losses.MeanSquaredError()
inputs = keras.Input((4,))
model = Penalized(inputs, keras.layers.Dense(1)(inputs))
model.loss_object = loss
# output
from elsewhere import step_of
from tensorflow import keras
from tensorflow.python import ipu


ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


class Penalized(keras.Model):
    # gpu2ipu: IPU304 `train_step` is overridden, which is an error on an IPU: create the strategy with `IPUStrategy(enable_keras_extensions=False)`, or run the step in a custom loop with `strategy.run`
    def train_step(self, data):
        return step_of(self, data)


loss = keras.losses.MeanSquaredError()
with strategy.scope():
    inputs = keras.Input((4,))
    model = Penalized(inputs, keras.layers.Dense(1)(inputs))
model.loss_object = loss
