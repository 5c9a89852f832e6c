from tensorflow.keras.layers import GRU, LSTM
from tensorflow.keras.models import Sequential

model = Sequential([LSTM(64, return_sequences=True), GRU(64)])
