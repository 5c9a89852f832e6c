# flags: --addons --no-annotate
from tensorflow import keras

options = {"return_sequences": True}
relu = keras.activations.relu
inputs = keras.Input((20, 3))
x = keras.layers.LSTM(8, kernel_regularizer="l2", return_sequences=True)(inputs)
x = keras.layers.LSTM(8, recurrent_dropout=0.2, return_sequences=True)(x)
x = keras.layers.LSTM(8, activation="elu", return_sequences=True)(x)
x = keras.layers.LSTM(8, activation=relu, return_sequences=True)(x)
x = keras.layers.LSTM(8, use_bias=False, return_sequences=True)(x)
x = keras.layers.LSTM(8, go_backwards=True, return_sequences=True)(x)
x = keras.layers.LSTM(8, input_dim=8, return_sequences=True)(x)
x = keras.layers.LSTM(8, **options)(x)
x = keras.layers.LSTM(8, use_bias=True, unroll=False, implementation=1, bias_constraint=None)(x)
model = keras.Model(inputs, x)
# output
import ipu_tensorflow_addons.keras.layers as ipu_layers
from tensorflow import keras

options = {"return_sequences": True}
relu = keras.activations.relu
inputs = keras.Input((20, 3))
x = keras.layers.LSTM(8, kernel_regularizer="l2", return_sequences=True)(inputs)
x = keras.layers.LSTM(8, recurrent_dropout=0.2, return_sequences=True)(x)
x = keras.layers.LSTM(8, activation="elu", return_sequences=True)(x)
x = keras.layers.LSTM(8, activation=relu, return_sequences=True)(x)
x = keras.layers.LSTM(8, use_bias=False, return_sequences=True)(x)
x = keras.layers.LSTM(8, go_backwards=True, return_sequences=True)(x)
x = keras.layers.LSTM(8, input_dim=8, return_sequences=True)(x)
x = keras.layers.LSTM(8, **options)(x)
x = ipu_layers.LSTM(8, use_bias=True, unroll=False, implementation=1, bias_constraint=None)(x)
model = keras.Model(inputs, x)
