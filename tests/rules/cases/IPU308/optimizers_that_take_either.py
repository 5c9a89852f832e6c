from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("Adam", "mse", steps_per_execution=8)
    model.set_gradient_accumulation_options(8)
    other = keras.Sequential([keras.layers.Dense(1)])
    other.compile(keras.optimizers.Nadam(0.01), "mse", steps_per_execution=8)
    other.set_pipelining_options(8)
    third = keras.Sequential([keras.layers.Dense(1)])
    third.compile(loss="mse", steps_per_execution=8)
    third.set_gradient_accumulation_options(2)
