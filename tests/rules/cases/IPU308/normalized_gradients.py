# flags: --sdk 2.5
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=8)
    model.set_gradient_accumulation_options(4, experimental_normalize_gradients=True)
    model.set_gradient_accumulation_options(4, experimental_normalize_gradients=False)
    model.set_gradient_accumulation_options(
        4, experimental_normalize_gradients=False, gradient_accumulation_reduction_method="mean"
    )
    model.set_gradient_accumulation_options(4, experimental_normalize_gradients=None)
    model.set_gradient_accumulation_options(4, experimental_normalize_gradients=averages)
# output
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=8)
    model.set_gradient_accumulation_options(4, experimental_normalize_gradients=True)
    model.set_gradient_accumulation_options(4, experimental_normalize_gradients=False, gradient_accumulation_reduction_method="mean")
    model.set_gradient_accumulation_options(
        4, experimental_normalize_gradients=False, gradient_accumulation_reduction_method="mean"
    )
    model.set_gradient_accumulation_options(4, experimental_normalize_gradients=None, gradient_accumulation_reduction_method="mean")
    model.set_gradient_accumulation_options(4, experimental_normalize_gradients=averages)
