# flags: --pipeline-stages 3 --schedule interleaved --recompute --all-rules
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

x, y = np.random.rand(1010, 4).astype("float32"), np.random.rand(1010).astype("float32")
model = keras.Sequential([layers.Dense(4), layers.Dense(4), layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y, batch_size=48)
model.evaluate(x[:900], y[:900])
# output
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.allow_recompute = True
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x, y = np.random.rand(1010, 4).astype("float32"), np.random.rand(1010).astype("float32")
train_steps = len(x) // 48 * 3
train_size = train_steps * 16
with strategy.scope():
    model = keras.Sequential([layers.Dense(4), layers.Dense(4), layers.Dense(1)])
    model.set_pipeline_stage_assignment([0, 1, 2])
    model.compile("sgd", "mse", steps_per_execution=train_steps)
model.set_pipelining_options(gradient_accumulation_steps_per_replica=3, accumulate_outfeed=True, gradient_accumulation_reduction_method="mean", pipeline_schedule=ipu.ops.pipelining_ops.PipelineSchedule.Interleaved)
model.fit(x[:train_size], y[:train_size], batch_size=16)
model.evaluate(x[:900], y[:900], batch_size=30)
