import tensorflow as tf

with tf.device("/gpu:0"):
    print(tf.zeros(3) + 1)
