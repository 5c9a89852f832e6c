# flags: --addons --no-annotate
from tensorflow import keras

inner = keras.layers.GRU(8)
model = keras.Sequential(
    [
        keras.layers.Bidirectional(keras.layers.LSTM(8, return_sequences=True), input_shape=(20, 3)),
        keras.layers.Bidirectional(inner),
        keras.layers.RepeatVector(4),
        keras.layers.LSTM(8),
        keras.layers.Dense(1),
    ]
)
# output
import ipu_tensorflow_addons.keras.layers as ipu_layers
from tensorflow import keras

inner = keras.layers.GRU(8)
model = keras.Sequential(
    [
        keras.layers.Bidirectional(keras.layers.LSTM(8, return_sequences=True), input_shape=(20, 3)),
        keras.layers.Bidirectional(inner),
        keras.layers.RepeatVector(4),
        ipu_layers.LSTM(8),
        keras.layers.Dense(1),
    ]
)
