import tensorflow as tf

a, b = tf.data.Dataset.range(3), tf.data.Dataset.range(3)
pairs = tf.data.Dataset.zip(a, b).batch(2)
same = tf.data.Dataset.zip((a, b)).batch(2)
others = tf.data.Dataset.zip(tf.data.Dataset.from_tensor_slices([1]), tf.data.Dataset.from_tensor_slices([2]))
many = tf.data.Dataset.zip(*datasets)
# output
import tensorflow as tf

a, b = tf.data.Dataset.range(3), tf.data.Dataset.range(3)
pairs = tf.data.Dataset.zip((a, b)).batch(2)
same = tf.data.Dataset.zip((a, b)).batch(2)
others = tf.data.Dataset.zip((tf.data.Dataset.from_tensor_slices([1]), tf.data.Dataset.from_tensor_slices([2])))
many = tf.data.Dataset.zip(*datasets)
