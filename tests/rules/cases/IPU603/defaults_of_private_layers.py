from tensorflow.python.keras import layers
from tensorflow.python.keras.layers import GRU, LSTM, Dense
from tensorflow.python.keras.layers.recurrent import LSTMCell
from tensorflow.python.keras.layers.recurrent_v2 import GRUCell

outputs = [
    GRU(3, input_shape=(4, 1)),
    LSTM(units=5, recurrent_activation="relu"),
    layers.LSTM(3, "tanh", "sigmoid"),
    layers.Bidirectional(layers.GRU(3, reset_after=True)),
    layers.RNN([LSTMCell(4), GRUCell(4)]),
    Dense(1),
]
# output
from tensorflow.keras import layers
from tensorflow.keras.layers import GRU, LSTM, Dense
from tensorflow.keras.layers import LSTMCell
from tensorflow.keras.layers import GRUCell

outputs = [
    GRU(3, input_shape=(4, 1), recurrent_activation="hard_sigmoid", reset_after=False),
    LSTM(units=5, recurrent_activation="relu"),
    layers.LSTM(3, "tanh", "sigmoid"),
    layers.Bidirectional(layers.GRU(3, reset_after=True, recurrent_activation="hard_sigmoid")),
    layers.RNN([LSTMCell(4, recurrent_activation="hard_sigmoid"), GRUCell(4)]),
    Dense(1),
]
