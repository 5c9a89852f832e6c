from tensorflow.keras.layers import CuDNNLSTM
from tensorflow.keras.models import Sequential

LSTM = 64
model = Sequential([CuDNNLSTM(LSTM)])
# output
from tensorflow.keras.layers import LSTM as CuDNNLSTM
from tensorflow.keras.models import Sequential

LSTM = 64
model = Sequential([CuDNNLSTM(LSTM)])
