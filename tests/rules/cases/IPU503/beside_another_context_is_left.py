import tensorflow as tf

with tf.device("/gpu:0"), open("log.txt") as log:
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf

# gpu2ipu: IPU503 `tf.device('/gpu:0')`: there is no GPU on IPU hosts, so remove it from this `with`
with tf.device("/gpu:0"), open("log.txt") as log:
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
