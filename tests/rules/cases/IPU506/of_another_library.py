from torch.nn import CuDNNLSTM
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
print(CuDNNLSTM(64))
