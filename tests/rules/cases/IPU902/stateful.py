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
    # gpu2ipu: IPU902 Keras refuses a stateful layer in the scope of a strategy: train on sequences that hold all that the state would carry, or give the state to the layer and take it from there yourself
    return LSTM(32, stateful=stateful)


# gpu2ipu: IPU902 Keras refuses a stateful layer in the scope of a strategy: train on sequences that hold all that the state would carry, or give the state to the layer and take it from there yourself
layer = keras.layers.SimpleRNN(32, stateful=True)
# gpu2ipu: IPU902 Keras refuses a stateful layer in the scope of a strategy: train on sequences that hold all that the state would carry, or give the state to the layer and take it from there yourself
layers = [build(True), build(False), GRU(3, stateful=flag)]
