import tensorflow as tf

model = tf.keras.Sequential([tf.compat.v1.keras.layers.CuDNNLSTM(64)])
# output
import tensorflow as tf

# gpu2ipu: IPU506 `CuDNNLSTM` runs on NVIDIA GPUs only: use `LSTM`; that of `tf.compat.v1` has other activations by default, so use the one of `tf.keras.layers`
model = tf.keras.Sequential([tf.compat.v1.keras.layers.CuDNNLSTM(64)])
