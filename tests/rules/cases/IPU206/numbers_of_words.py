import tensorflow as tf
from tensorflow import keras

words = tf.data.Dataset.from_tensor_slices((["a b", "b c"], [0.0, 1.0])).batch(2)
vectorize = keras.layers.TextVectorization(max_tokens=20, output_sequence_length=4)
count = keras.layers.TextVectorization(max_tokens=20, output_mode="count")
vectorize.adapt(["a b c"])
count.adapt(["a b c"])
model = keras.Sequential([keras.layers.Embedding(20, 3), keras.layers.Flatten(), keras.layers.Dense(1)])
model.fit(words.map(lambda text, label: (vectorize(text), label)))
model = keras.Sequential([keras.layers.Dense(1)])
model.fit(words.map(lambda text, label: (count(text), label)))
# output
import tensorflow as tf
from tensorflow import keras

words = tf.data.Dataset.from_tensor_slices((["a b", "b c"], [0.0, 1.0])).batch(2)
vectorize = keras.layers.TextVectorization(max_tokens=20, output_sequence_length=4)
count = keras.layers.TextVectorization(max_tokens=20, output_mode="count")
vectorize.adapt(["a b c"])
count.adapt(["a b c"])
model = keras.Sequential([keras.layers.Embedding(20, 3), keras.layers.Flatten(), keras.layers.Dense(1)])
model.fit(words.map(lambda text, label: (vectorize(text), label)).map(lambda x, y: (tf.cast(x, tf.int32), y)))
model = keras.Sequential([keras.layers.Dense(1)])
model.fit(words.map(lambda text, label: (count(text), label)))
