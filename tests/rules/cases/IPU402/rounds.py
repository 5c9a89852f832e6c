# flags: --pipeline-stages 2 --all-rules
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu
import numpy as np

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 2
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x, y = np.random.rand(1010, 4).astype("float32"), np.random.rand(1010).astype("float32")
u, v = np.load("u.npy"), np.load("v.npy")
with strategy.scope():
    model = keras.Sequential([layers.Dense(4), layers.Dense(1)])
    model.compile("sgd", "mse")
model.fit(x, y, epochs=2, validation_data=(x[:1000], y[:1000]))
model.evaluate(x, y)
model.predict(x)
data = keras.utils.to_categorical(np.arange(1000) % 3, 3)
model.predict(data)
# output
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu
import numpy as np

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 2
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x, y = np.random.rand(1010, 4).astype("float32"), np.random.rand(1010).astype("float32")
u, v = np.load("u.npy"), np.load("v.npy")
with strategy.scope():
    model = keras.Sequential([layers.Dense(4), layers.Dense(1)])
    model.set_pipeline_stage_assignment([0, 1])
    model.compile("sgd", "mse", steps_per_execution=len(x) // 32 * 4)
    model.set_pipelining_options(gradient_accumulation_steps_per_replica=4, accumulate_outfeed=True, gradient_accumulation_reduction_method="mean")
train_size = len(x) // 32 * 32
model.fit(x[:train_size], y[:train_size], epochs=2, validation_data=(x[:1000], y[:1000]), validation_batch_size=25, batch_size=8)
model.evaluate(x, y, batch_size=101)
model.predict(x, batch_size=101)
data = keras.utils.to_categorical(np.arange(1000) % 3, 3)
model.predict(data, batch_size=25)
