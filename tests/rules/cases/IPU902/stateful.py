from tensorflow.keras.layers import GRU, LSTM
from tensorflow import keras


def build(stateful):
    return LSTM(32, stateful=stateful)


layer = keras.layers.SimpleRNN(32, stateful=True)
layers = [build(True), build(False), GRU(3, stateful=flag)]
# output
from tensorflow.keras.layers import GRU, LSTM
from tensorflow import keras


def build(stateful):
    # gpu2ipu: IPU902 a stateful layer is an error in the scope of a strategy: train on longer sequences, or pass `initial_state` to the layer and use `return_state=True`
    return LSTM(32, stateful=stateful)


# gpu2ipu: IPU902 a stateful layer is an error in the scope of a strategy: train on longer sequences, or pass `initial_state` to the layer and use `return_state=True`
layer = keras.layers.SimpleRNN(32, stateful=True)
# gpu2ipu: IPU902 a stateful layer is an error in the scope of a strategy: train on longer sequences, or pass `initial_state` to the layer and use `return_state=True`
layers = [build(True), build(False), GRU(3, stateful=flag)]
