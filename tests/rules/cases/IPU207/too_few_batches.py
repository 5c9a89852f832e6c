import tensorflow as tf

data = tf.data.Dataset.range(320).map(lambda n: (n, n)).batch(16, drop_remainder=True)
model = tf.keras.models.load_model("model.h5")
model.fit(data, epochs=5, steps_per_epoch=5)
# output
import tensorflow as tf

data = tf.data.Dataset.range(320).map(lambda n: (n, n)).batch(16, drop_remainder=True)
model = tf.keras.models.load_model("model.h5")
# gpu2ipu: IPU207 `steps_per_epoch` takes 25 batches in all from a dataset of 20: call `.repeat()` on it; Keras stops early, the IPU raises an error
model.fit(data, epochs=5, steps_per_epoch=5)
