# flags: --pipeline-stages 2 --no-annotate
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

import sys

depth = int(sys.argv[1])

with strategy.scope():
    model = keras.Sequential([layers.Flatten()])
    for _ in range(depth):
        model.add(layers.Dense(64, activation="relu"))
    if depth < 3:
        model.add(layers.Dropout(0.5))
    model.add(layers.Dense(1))
    model.compile("adam", "mse")
# output
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

import sys

depth = int(sys.argv[1])

with strategy.scope():
    model = keras.Sequential([layers.Flatten()])
    for _ in range(depth):
        model.add(layers.Dense(64, activation="relu"))
    if depth < 3:
        model.add(layers.Dropout(0.5))
    model.add(layers.Dense(1))
    model.set_pipeline_stage_assignment([i * 2 // len(model.layers) for i in range(len(model.layers))])
    model.compile("adam", "mse")
