from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

count = 4
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=8)
    model.set_gradient_accumulation_options(count)
    other = keras.Sequential([keras.layers.Dense(1)])
    other.compile(keras.optimizers.SGD(0.01, momentum=0.9), "mse", steps_per_execution=8)
    other.set_pipelining_options(gradient_accumulation_steps_per_replica=8, gradient_accumulation_reduction_method="SUM")
    third = keras.Sequential([keras.layers.Dense(1)])
    third.compile(keras.optimizers.Adam(clipnorm=1.0), loss="mse", steps_per_execution=8)
    third.set_gradient_accumulation_options(2, ipu.gradient_accumulation.GradientAccumulationReductionMethod.SUM)
# output
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

count = 4
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=8)
    model.set_gradient_accumulation_options(count, gradient_accumulation_reduction_method="mean")
    other = keras.Sequential([keras.layers.Dense(1)])
    other.compile(keras.optimizers.SGD(0.01, momentum=0.9), "mse", steps_per_execution=8)
    other.set_pipelining_options(gradient_accumulation_steps_per_replica=8, gradient_accumulation_reduction_method="mean")
    third = keras.Sequential([keras.layers.Dense(1)])
    third.compile(keras.optimizers.Adam(clipnorm=1.0), loss="mse", steps_per_execution=8)
    third.set_gradient_accumulation_options(2, "mean")
