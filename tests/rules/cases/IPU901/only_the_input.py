import tensorflow as tf

inputs = tf.keras.Input((1,), dtype=tf.string)
numbers = tf.strings.to_number(inputs)
model = tf.keras.Model(inputs, tf.keras.layers.Dense(1)(numbers))
# output
import tensorflow as tf

# gpu2ipu: IPU901 the model takes strings, which an IPU does not support: convert them to numbers in the dataset
inputs = tf.keras.Input((1,), dtype=tf.string)
numbers = tf.strings.to_number(inputs)
model = tf.keras.Model(inputs, tf.keras.layers.Dense(1)(numbers))
