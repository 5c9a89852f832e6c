from tensorflow.keras.layers import GRU, LSTM

layers = [LSTM(32), GRU(32, stateful=False)]
knob = Knob(stateful=True)
