# case: a class adapts the layer in one method and puts it into a Sequential in another; vocabulary from a dataset
# rules: IPU101 IPU102 IPU103 IPU201 IPU206 IPU90x
# port: left IPU206 IPU90x
# must: contains self.layer.adapt(
import tensorflow as tf
from tensorflow.keras.layers import Dense, Embedding, GlobalAveragePooling1D, TextVectorization


class Sentiment:
    def __init__(self, texts, size=30):
        self.layer = TextVectorization(max_tokens=size, output_mode="int", output_sequence_length=5)
        self.layer.adapt(tf.data.Dataset.from_tensor_slices(texts).batch(4))
        self.model = tf.keras.Sequential([
            tf.keras.Input(shape=(1,), dtype=tf.string),
            self.layer,
            Embedding(size, 4),
            GlobalAveragePooling1D(),
            Dense(1, activation="sigmoid"),
        ])
        self.model.compile(loss="binary_crossentropy", optimizer="adam")

    def train(self, ds):
        return self.model.fit(ds, epochs=1, verbose=0)


texts = ["good fun", "bad luck", "great show", "dull plot"] * 6
pairs = tf.data.Dataset.from_tensor_slices((texts, [1.0, 0.0] * 12))
Sentiment(texts).train(pairs.batch(8))
