import tensorflow.contrib.keras as keras
from tensorflow.contrib.keras import layers
from tensorflow.contrib.keras.api.keras.models import Sequential
from tensorflow.contrib.keras.python.keras.layers.core import Dense
from tensorflow.contrib import rnn

layer = layers.LSTM(4)
# output
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Dense
from tensorflow.contrib import rnn

layer = layers.LSTM(4, recurrent_activation="hard_sigmoid")
