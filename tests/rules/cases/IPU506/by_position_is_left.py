from tensorflow import keras

model = keras.Sequential([keras.layers.CuDNNLSTM(64, "zeros")])
# output
from tensorflow import keras

# gpu2ipu: IPU506 `CuDNNLSTM` runs on NVIDIA GPUs only: put `LSTM` in its place; its arguments by position come in another order, so name them
model = keras.Sequential([keras.layers.CuDNNLSTM(64, "zeros")])
