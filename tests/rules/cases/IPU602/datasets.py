import tensorflow as tf

dataset = tf.data.Dataset.from_tensor_slices([1, 2, 3], name="numbers").shuffle(3).batch(2, name="batches")
# output
import tensorflow as tf

dataset = tf.data.Dataset.from_tensor_slices([1, 2, 3]).shuffle(3).batch(2)
