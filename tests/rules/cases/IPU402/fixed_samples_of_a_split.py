# flags: --pipeline-stages 3 --all-rules
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

x, y = np.random.rand(1010, 4).astype("float32"), np.random.rand(1010).astype("float32")
model = keras.Sequential([layers.Dense(4), layers.Dense(4), layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y, batch_size=48, validation_split=0.2)
model.fit(x[:1000], y[:1000], batch_size=48, validation_split=0.3)
# output
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x, y = np.random.rand(1010, 4).astype("float32"), np.random.rand(1010).astype("float32")
train_rows = int(len(x) * 0.8)
validation_rows = (len(x) - train_rows) // 3 * 3
train_steps = train_rows // 48 * 6
train_size = train_steps * 8
with strategy.scope():
    model = keras.Sequential([layers.Dense(4), layers.Dense(4), layers.Dense(1)])
    model.set_pipeline_stage_assignment([0, 1, 2])
    model.compile("sgd", "mse", steps_per_execution=train_steps)
model.set_pipelining_options(gradient_accumulation_steps_per_replica=6, accumulate_outfeed=True, gradient_accumulation_reduction_method="mean")
model.fit(x[:train_size], y[:train_size], batch_size=8, validation_data=(x[train_rows : train_rows + validation_rows], y[train_rows : train_rows + validation_rows]), validation_batch_size=67)
train_rows_2 = int(len(x[:1000]) * 0.7)
train_size_2 = train_rows_2 // 48 * 48
model.fit(x[:train_size_2], y[:train_size_2], batch_size=8, validation_data=(x[train_rows_2:1000], y[train_rows_2:1000]), validation_batch_size=25)
