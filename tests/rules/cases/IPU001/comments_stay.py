# flags: --all-rules --format --notes 12
import numpy as np
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])  # gpu2ipu: ignore[IPU103]
    model.compile("sgd", "mse", steps_per_execution=2)
    model.fit(np.ones((8, 4), "float32"), np.ones(8, "float32"), batch_size=4)
