from keras.layers.recurrent import GRU, LSTM

layers = [GRU(4), LSTM(4, recurrent_activation="tanh")]
# output
from tensorflow.keras.layers import GRU, LSTM

layers = [GRU(4, recurrent_activation="hard_sigmoid", reset_after=False), LSTM(4, recurrent_activation="tanh")]
