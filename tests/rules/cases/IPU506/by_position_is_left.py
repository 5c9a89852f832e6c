from tensorflow import keras

model = keras.Sequential([keras.layers.CuDNNLSTM(64, "zeros")])
# output
from tensorflow import keras

# gpu2ipu: IPU506 `CuDNNLSTM` runs on NVIDIA GPUs only: use `LSTM`; its positional arguments have another order, so pass them by name
model = keras.Sequential([keras.layers.CuDNNLSTM(64, "zeros")])
