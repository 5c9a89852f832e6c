# flags: --pipeline-stages 2
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
    model.compile("sgd", "mse", steps_per_execution=4)
model.fit(x[:960], y[:960], validation_data=(u, v))
model.evaluate(x[:96], y[:96])
model.evaluate(x[:64], y[:64])
model.predict(x[:96])
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
    model.compile("sgd", "mse", steps_per_execution=4)
# gpu2ipu: IPU402 cannot determine the number of batches of the validation inside `fit`, and a pipeline of 2 stages takes 2 together: choose samples and batch size so that it is a multiple of 2
model.fit(x[:960], y[:960], validation_data=(u, v))
# gpu2ipu: IPU402 `evaluate` takes 3 batches, and a pipeline of 2 stages takes 2 together: choose another batch size, or fewer samples
model.evaluate(x[:96], y[:96])
model.evaluate(x[:64], y[:64])
# gpu2ipu: IPU402 `predict` takes 3 batches, and a pipeline of 2 stages takes 2 together: choose another batch size, or fewer samples
model.predict(x[:96])
