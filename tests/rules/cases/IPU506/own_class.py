from tensorflow import keras


class CuDNNLSTM(keras.layers.LSTM):
    """The name of an old layer."""


model = keras.Sequential([CuDNNLSTM(64)])
