import numpy as np
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1), keras.layers.Dense(1)])
    model.set_pipeline_stage_assignment([0, 1])
    model.compile("sgd", "mse", steps_per_execution=8)
    model.set_pipelining_options(8)
x = np.zeros((64, 2), "float32")
print(model.predict(x, batch_size=4))
