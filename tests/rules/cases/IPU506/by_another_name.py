from keras.layers import CuDNNLSTM as LSTM
from keras.models import Sequential

model = Sequential([LSTM(64)])
# output
from keras.layers import LSTM
from keras.models import Sequential

model = Sequential([LSTM(64)])
