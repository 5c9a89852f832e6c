# case: TensorFlow for numbers and datasets only: batch() without drop_remainder, from_tensor_slices, no model anywhere
# rules: none
# port: unchanged
import tensorflow as tf

numbers = tf.data.Dataset.range(10).batch(4)
for batch in numbers:
    print(batch.numpy())

x = tf.linspace(0.0, 1.0, 5)
print(tf.reduce_mean(tf.square(x)).numpy())
