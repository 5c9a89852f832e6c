import numpy as np
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse")
model.fit(np.zeros((40, 4)), np.zeros(40))
model.fit(np.zeros((42, 4)), np.zeros(42))
model.fit(np.zeros((3, 4)), np.zeros(3))
# output
import numpy as np
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse")
model.fit(np.zeros((40, 4)), np.zeros(40), batch_size=10)
train_size = 42 // (10 * 4) * (10 * 4)
model.fit(np.zeros((42, 4))[:train_size], np.zeros(42)[:train_size], batch_size=10)
# gpu2ipu: IPU202 `fit` has fewer samples (3) than an update has micro-batches: train on fewer replicas, or accumulate fewer micro-batches
model.fit(np.zeros((3, 4)), np.zeros(3))
