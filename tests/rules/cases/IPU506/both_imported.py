from tensorflow.keras.layers import GRU, CuDNNGRU, Dense as D
from tensorflow.keras.models import Sequential

model = Sequential([CuDNNGRU(64, return_sequences=True), GRU(8), D(1)])
# output
from tensorflow.keras.layers import GRU, Dense as D
from tensorflow.keras.models import Sequential

model = Sequential([GRU(64, return_sequences=True), GRU(8), D(1)])
