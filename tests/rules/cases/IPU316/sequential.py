# flags: --addons
import numpy as np
from tensorflow import keras
from tensorflow.keras.layers import LSTM

model = keras.Sequential(
    [
        LSTM(16, return_sequences=True, input_shape=(20, 3), name="lower"),
        keras.layers.GRU(8, "tanh"),
        keras.layers.GRU(units=8, activation="tanh", recurrent_activation="sigmoid", reset_after=False, dropout=0.1),
        keras.layers.Dense(1),
    ]
)
# output
import ipu_tensorflow_addons.keras.layers as ipu_layers
import numpy as np
from tensorflow import keras
from tensorflow.keras.layers import LSTM

model = keras.Sequential(
    [
        ipu_layers.LSTM(16, return_sequences=True, input_shape=(20, 3), name="lower"),
        keras.layers.GRU(8, "tanh"),
        ipu_layers.GRU(units=8, activation="tanh", recurrent_activation="sigmoid", reset_after=False, dropout=0.1),
        keras.layers.Dense(1),
    ]
)
