# flags: --pipeline-stages 2 --schedule sequential --all-rules
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

x, y = np.random.rand(1010, 4).astype("float32"), np.random.rand(1010).astype("float32")
model = keras.Sequential([layers.Dense(4), layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y, validation_data=(x, y))
model.predict(x)
# output
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 2
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x, y = np.random.rand(1010, 4).astype("float32"), np.random.rand(1010).astype("float32")
train_steps = len(x) // 32
train_size = train_steps * 32
with strategy.scope():
    model = keras.Sequential([layers.Dense(4), layers.Dense(1)])
    model.set_pipeline_stage_assignment([0, 1])
    model.compile("sgd", "mse", steps_per_execution=train_steps)
model.set_pipelining_options(gradient_accumulation_steps_per_replica=1, accumulate_outfeed=True, gradient_accumulation_reduction_method="mean", pipeline_schedule=ipu.ops.pipelining_ops.PipelineSchedule.Sequential)
model.fit(x[:train_size], y[:train_size], validation_data=(x, y), validation_batch_size=101)
model.predict(x, batch_size=101)
