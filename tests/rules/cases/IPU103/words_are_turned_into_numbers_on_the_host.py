import tensorflow as tf
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()
texts = ["one", "two"]
words = tf.keras.layers.TextVectorization()
words.adapt(texts)
words([texts[0]])
embedding = tf.keras.layers.Embedding(9, 4)
inputs = tf.keras.Input((1,), dtype="string")
model = tf.keras.Model(inputs, embedding(words(inputs)))
# output
import tensorflow as tf
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()
texts = ["one", "two"]
with strategy.scope():
    words = tf.keras.layers.TextVectorization()
words.adapt(texts)
words([texts[0]])
with strategy.scope():
    embedding = tf.keras.layers.Embedding(9, 4)
    inputs = tf.keras.Input((1,), dtype="string")
    model = tf.keras.Model(inputs, embedding(words(inputs)))
