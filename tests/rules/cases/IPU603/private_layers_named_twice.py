from tensorflow.python.keras.layers import LSTM
from tensorflow.python.keras.layers import *

first = GRU(4)

from tensorflow.keras.layers import GRU, LSTM

second = [GRU(4), LSTM(4)]
# output
from tensorflow.keras.layers import LSTM
from tensorflow.keras.layers import *

first = GRU(4, recurrent_activation="hard_sigmoid", reset_after=False)

from tensorflow.keras.layers import GRU, LSTM

second = [GRU(4), LSTM(4)]
