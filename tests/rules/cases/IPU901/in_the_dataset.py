import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices((["a b", "c d"], [0.0, 1.0])).batch(2, drop_remainder=True)
words = tf.keras.layers.TextVectorization(output_sequence_length=4)
words.adapt(data.map(lambda text, label: text))
model = tf.keras.Sequential([tf.keras.layers.Embedding(9, 4), tf.keras.layers.Flatten(), tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(data.map(lambda text, label: (words(text), label)))
