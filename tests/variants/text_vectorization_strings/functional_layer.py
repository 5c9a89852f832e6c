# case: a functional model takes strings, a TextVectorization of bigrams turns them into numbers
# rules: IPU101 IPU102 IPU103 IPU201 IPU206 IPU90x
# port: left IPU206 IPU90x
# must: contains drop_remainder=True
# must: contains .adapt(texts)
import numpy as np
import tensorflow as tf

texts = np.array(["warm and sunny", "cold and wet"] * 20)
labels = np.array([1.0, 0.0] * 20, dtype="float32")
ds = tf.data.Dataset.from_tensor_slices((texts, labels)).batch(8)

vectorizer = tf.keras.layers.TextVectorization(max_tokens=20, output_sequence_length=4)
vectorizer.adapt(texts)

text = tf.keras.Input(shape=(1,), dtype="string", name="text")
x = vectorizer(text)
x = tf.keras.layers.Embedding(20, 4)(x)
x = tf.keras.layers.GlobalMaxPooling1D()(x)
model = tf.keras.Model(text, tf.keras.layers.Dense(1, activation="sigmoid")(x))
model.compile("adam", "binary_crossentropy")
model.fit(ds, epochs=1, verbose=0)
