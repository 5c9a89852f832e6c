import tensorflow as tf
from tensorflow.keras import layers

rnn = tf.keras.layers.CuDNNGRU if tf.test.is_gpu_available() else tf.keras.layers.GRU
model = tf.keras.Sequential([rnn(64), layers.Bidirectional(layers.CuDNNLSTM(64))])
# output
import tensorflow as tf
from tensorflow.keras import layers

rnn = tf.keras.layers.GRU if tf.test.is_gpu_available() else tf.keras.layers.GRU
model = tf.keras.Sequential([rnn(64), layers.Bidirectional(layers.LSTM(64))])
