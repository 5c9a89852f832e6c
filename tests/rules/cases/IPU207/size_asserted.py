import tensorflow as tf
from tensorflow import keras

data = tf.data.Dataset.range(320).filter(lambda n: n % 2 == 0).batch(16, drop_remainder=True)
data = data.apply(tf.data.experimental.assert_cardinality(10))
model = keras.models.load_model("model.h5")
model.fit(data.map(lambda n: (n, n)))
