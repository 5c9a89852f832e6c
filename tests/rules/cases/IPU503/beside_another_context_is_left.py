import tensorflow as tf

with tf.device("/gpu:0"), open("log.txt") as log:
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf

# gpu2ipu: IPU503 `tf.device('/gpu:0')`: there is no GPU, so take it out of this `with`
with tf.device("/gpu:0"), open("log.txt") as log:
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
