# case: a port that still runs eagerly and trains on rows that are no multiple of the batch size
# rules: IPU202 IPU303
# port: agrees
# must: lacks run_eagerly
# must: prints rows 120
import numpy as np
from tensorflow import keras
from tensorflow.python.ipu import config, ipu_strategy


def on_ipu():
    options = config.IPUConfig()
    options.auto_select_ipus = 1
    options.configure_ipu_system()
    return ipu_strategy.IPUStrategy()


data = np.random.RandomState(7).normal(size=(131, 4)).astype("float32")
with on_ipu().scope():
    net = keras.Sequential([keras.layers.Dense(2, input_shape=(4,))])
    net.compile(loss="mse", optimizer="sgd", run_eagerly=True, steps_per_execution=6)
    net.fit(data, data[:, :2], batch_size=20, epochs=1, verbose=0)
print("rows", len(data) // 20 * 20)
