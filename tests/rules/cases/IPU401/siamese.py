# flags: --pipeline-stages 2
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


with strategy.scope():
    embed = keras.Sequential([layers.Dense(16), layers.Dense(8)])
    left = keras.Input((20,))
    right = keras.Input((20,))
    distance = layers.Subtract()([embed(left), embed(right)])
    model = keras.Model([left, right], layers.Dense(1)(distance))
    model.compile("adam", "mse")
# output
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


with strategy.scope():
    embed = keras.Sequential([layers.Dense(16), layers.Dense(8)])
    left = keras.Input((20,))
    right = keras.Input((20,))
    distance = layers.Subtract()([embed(left), embed(right)])
    # gpu2ipu: IPU401 the model is not split into 2 pipeline stages: all calls of one layer must be in one stage; assign its layers by hand
    model = keras.Model([left, right], layers.Dense(1)(distance))
    model.compile("adam", "mse")
