# flags: --pipeline-stages 2 --all-rules
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

x, y = np.random.rand(1000, 4).astype("float32"), np.random.rand(1000).astype("float32")
model = keras.Sequential([layers.Dense(4, input_shape=(4,)), layers.Dense(1)])
model.load_weights("weights.h5")
model.compile("sgd", "mse")
model.evaluate(x, y)
# output
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 2
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x, y = np.random.rand(1000, 4).astype("float32"), np.random.rand(1000).astype("float32")
with strategy.scope():
    model = keras.Sequential([layers.Dense(4, input_shape=(4,)), layers.Dense(1)])
    model.set_pipeline_stage_assignment([0, 1])
    model.load_weights("weights.h5")
    model.compile("sgd", "mse", steps_per_execution=len(x) // 25)
    model.set_pipelining_options(accumulate_outfeed=True)
model.evaluate(x, y, batch_size=25)
