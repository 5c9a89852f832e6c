# case: a vocabulary class encodes texts to int64 rows of one length; labels are ints from a generator expression
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU206 IPU301
# port: agrees
# must: sees fit 96
# must: prints 2 answers
from collections import Counter

import numpy as np
import tensorflow as tf


class Vocabulary:
    def __init__(self, texts, size=20):
        counts = Counter(word for text in texts for word in text.split())
        self.index = {word: i + 1 for i, (word, _) in enumerate(counts.most_common(size - 1))}

    def encode(self, texts, length):
        rows = np.zeros((len(texts), length), dtype=np.int64)
        for row, text in zip(rows, texts):
            ids = [self.index.get(word, 0) for word in text.split()][:length]
            row[:len(ids)] = ids
        return rows


positive, negative = "nice warm sunny day", "cold wet dark night"
texts = [positive if i % 2 else negative + " again" for i in range(100)]
labels = np.fromiter((i % 2 for i in range(100)), dtype=np.int64)
vocabulary = Vocabulary(texts)
x = vocabulary.encode(texts, 6)

tf.random.set_seed(1)
model = tf.keras.Sequential([
    tf.keras.layers.Embedding(20, 5, input_length=6),
    tf.keras.layers.LSTM(4),
    tf.keras.layers.Dense(2, activation="softmax"),
])
model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(x, labels, batch_size=24, epochs=1, verbose=0)
answers = model.predict(vocabulary.encode(["sunny day", "dark night"], 6))
print(len(answers), "answers")
