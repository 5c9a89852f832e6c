import tensorflow.compat.v1 as tf
from tensorflow.compat.v1.keras.layers import CuDNNGRU

model = tf.keras.Sequential([CuDNNGRU(32), tf.keras.layers.CuDNNLSTM(64)])
# output
import tensorflow.compat.v1 as tf
from tensorflow.compat.v1.keras.layers import CuDNNGRU

# gpu2ipu: IPU506 `CuDNNGRU` runs on NVIDIA GPUs only: use `GRU`; that of `tf.compat.v1` has other activations by default, so use the one of `tf.keras.layers`
# gpu2ipu: IPU506 `CuDNNLSTM` runs on NVIDIA GPUs only: use `LSTM`; that of `tf.compat.v1` has other activations by default, so use the one of `tf.keras.layers`
model = tf.keras.Sequential([CuDNNGRU(32), tf.keras.layers.CuDNNLSTM(64)])
