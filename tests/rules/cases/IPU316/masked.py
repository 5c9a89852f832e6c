# flags: --addons --no-annotate
from tensorflow import keras

model = keras.Sequential(
    [keras.layers.Embedding(100, 8, mask_zero=True), keras.layers.LSTM(8), keras.layers.Dense(1)]
)
