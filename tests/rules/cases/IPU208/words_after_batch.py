# tensorflow/tensorflow#60092, #43254: words become numbers in the dataset, an exported model takes words again
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers, losses

words = ["good", "bad", "fine", "poor", "great", "awful", "film", "plot", "actor", "end"]
rng = np.random.default_rng(3)
texts = [" ".join(rng.choice(words, 8)) for _ in range(250)]
labels = [int(sum(text.count(w) for w in ("good", "fine", "great")) > 2) for text in texts]
raw_train_ds = tf.data.Dataset.from_tensor_slices((texts[:200], labels[:200])).batch(32)
raw_test_ds = tf.data.Dataset.from_tensor_slices((texts[200:], labels[200:])).batch(32)
vectorize_layer = layers.TextVectorization(max_tokens=50, output_mode="int", output_sequence_length=10)
vectorize_layer.adapt(raw_train_ds.map(lambda text, label: text))


def vectorize_text(text, label):
    text = tf.expand_dims(text, -1)
    return vectorize_layer(text), label


train_ds = raw_train_ds.map(vectorize_text).cache().prefetch(buffer_size=tf.data.AUTOTUNE)
test_ds = raw_test_ds.map(vectorize_text).cache().prefetch(buffer_size=tf.data.AUTOTUNE)
model = tf.keras.Sequential(
    [layers.Embedding(51, 8), layers.Dropout(0.2), layers.GlobalAveragePooling1D(), layers.Dense(1)]
)
model.compile(
    loss=losses.BinaryCrossentropy(from_logits=True),
    optimizer="adam",
    metrics=[tf.metrics.BinaryAccuracy(threshold=0.0)],
)
model.fit(train_ds, validation_data=test_ds, epochs=2)
# output
# tensorflow/tensorflow#60092, #43254: words become numbers in the dataset, an exported model takes words again
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers, losses

words = ["good", "bad", "fine", "poor", "great", "awful", "film", "plot", "actor", "end"]
rng = np.random.default_rng(3)
texts = [" ".join(rng.choice(words, 8)) for _ in range(250)]
labels = [int(sum(text.count(w) for w in ("good", "fine", "great")) > 2) for text in texts]
raw_train_ds = tf.data.Dataset.from_tensor_slices((texts[:200], labels[:200])).batch(32)
raw_test_ds = tf.data.Dataset.from_tensor_slices((texts[200:], labels[200:])).batch(32)
vectorize_layer = layers.TextVectorization(max_tokens=50, output_mode="int", output_sequence_length=10)
vectorize_layer.adapt(raw_train_ds.map(lambda text, label: text))


def vectorize_text(text, label):
    text = tf.expand_dims(text, -1)
    return tf.ensure_shape(vectorize_layer(text), (text.shape[0], 10)), label


train_ds = raw_train_ds.map(vectorize_text).cache().prefetch(buffer_size=tf.data.AUTOTUNE)
test_ds = raw_test_ds.map(vectorize_text).cache().prefetch(buffer_size=tf.data.AUTOTUNE)
model = tf.keras.Sequential(
    [layers.Embedding(51, 8), layers.Dropout(0.2), layers.GlobalAveragePooling1D(), layers.Dense(1)]
)
model.compile(
    loss=losses.BinaryCrossentropy(from_logits=True),
    optimizer="adam",
    metrics=[tf.metrics.BinaryAccuracy(threshold=0.0)],
)
model.fit(train_ds, validation_data=test_ds, epochs=2)
