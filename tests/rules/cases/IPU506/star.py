from keras.layers import *
from keras.models import Sequential

model = Sequential([CuDNNLSTM(64), Dense(1)])
# output
from keras.layers import *
from keras.models import Sequential

model = Sequential([LSTM(64), Dense(1)])
