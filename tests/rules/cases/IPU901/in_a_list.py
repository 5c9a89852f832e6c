import tensorflow as tf

words = tf.keras.layers.TextVectorization(output_sequence_length=4)
words.adapt(["a b", "c d"])
model = tf.keras.Sequential([tf.keras.Input((1,), dtype=tf.string), words, tf.keras.layers.Embedding(9, 4)])
# output
import tensorflow as tf

words = tf.keras.layers.TextVectorization(output_sequence_length=4)
words.adapt(["a b", "c d"])
# gpu2ipu: IPU901 `TextVectorization` inside the model: an IPU has no strings and no lookup tables; do this in the dataset, `dataset.map(lambda x, y: (words(x), y))`, and let the model begin after it
model = tf.keras.Sequential([tf.keras.Input((1,), dtype=tf.string), words, tf.keras.layers.Embedding(9, 4)])
