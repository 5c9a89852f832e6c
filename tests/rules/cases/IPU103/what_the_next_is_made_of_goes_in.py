import numpy as np
from attention import Attention
from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()
encoder = keras.Sequential([keras.layers.Dense(4)])
attention = Attention({"heads": 2})
units = 3
model = keras.Sequential([encoder, attention, keras.layers.Dense(units)])
rows = np.load("rows.npy")
other = keras.Sequential([keras.layers.Dense(rows.shape[1])])
# output
import numpy as np
from attention import Attention
from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    encoder = keras.Sequential([keras.layers.Dense(4)])
    attention = Attention({"heads": 2})
    units = 3
    model = keras.Sequential([encoder, attention, keras.layers.Dense(units)])
rows = np.load("rows.npy")
with strategy.scope():
    other = keras.Sequential([keras.layers.Dense(rows.shape[1])])
