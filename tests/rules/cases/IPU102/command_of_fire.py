import fire
import numpy as np
from tensorflow import keras


def train(units=8, batch_size=32):
    x, y = np.random.rand(320, 5).astype("float32"), np.random.rand(320, 1).astype("float32")
    model = keras.Sequential([keras.layers.Dense(units, input_shape=(5,))])
    model.compile("adam", "mse")
    model.fit(x, y, batch_size=batch_size)


fire.Fire({"train": train})
# output
import fire
import numpy as np
from tensorflow import keras
from tensorflow.python import ipu


def train(units=8, batch_size=32):
    x, y = np.random.rand(320, 5).astype("float32"), np.random.rand(320, 1).astype("float32")

    ipu_config = ipu.config.IPUConfig()
    ipu_config.auto_select_ipus = 1
    ipu_config.configure_ipu_system()

    model = keras.Sequential([keras.layers.Dense(units, input_shape=(5,))])
    model.compile("adam", "mse")
    model.fit(x, y, batch_size=batch_size)


fire.Fire({"train": train})
