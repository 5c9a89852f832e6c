from tensorflow.keras.layers import LSTM

options = {"stateful": True}
layers = [
    LSTM(32, **options),
    LSTM(32, "tanh", "sigmoid", True, "zeros", "zeros", "zeros", True, None, None, None, None, None, None, None, 0.0, 0.0, False, False, False, True),
]
# output
from tensorflow.keras.layers import LSTM

options = {"stateful": True}
# gpu2ipu: IPU902 a stateful layer is an error in the scope of a strategy: train on longer sequences, or pass `initial_state` to the layer and use `return_state=True`
layers = [
    LSTM(32, **options),
    LSTM(32, "tanh", "sigmoid", True, "zeros", "zeros", "zeros", True, None, None, None, None, None, None, None, 0.0, 0.0, False, False, False, True),
]
