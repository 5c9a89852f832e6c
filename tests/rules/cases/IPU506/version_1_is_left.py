import tensorflow as tf

model = tf.keras.Sequential([tf.compat.v1.keras.layers.CuDNNLSTM(64)])
# output
import tensorflow as tf

# gpu2ipu: IPU506 `CuDNNLSTM` runs on NVIDIA GPUs only: put `LSTM` in its place; that of `tf.compat.v1` has other activations by default, so take it from `tf.keras.layers`
model = tf.keras.Sequential([tf.compat.v1.keras.layers.CuDNNLSTM(64)])
