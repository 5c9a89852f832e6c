from tensorflow.keras.layers import CuDNNLSTM, Dense
from tensorflow.keras.models import Sequential

model = Sequential([CuDNNLSTM(64, return_sequences=True, input_shape=(20, 3)), CuDNNLSTM(64), Dense(1)])
# output
from tensorflow.keras.layers import LSTM, Dense
from tensorflow.keras.models import Sequential

model = Sequential([LSTM(64, return_sequences=True, input_shape=(20, 3)), LSTM(64), Dense(1)])
