import tensorflow as tf
import tensorflow_datasets as tfds

(train, test), info = tfds.load("beans", split=["train", "test"], as_supervised=True, with_info=True)
train = train.map(resized).shuffle(100).batch(10)
model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
model.compile("sgd", "mse")
model.fit(train)
model.fit(tfds.load("beans", as_supervised=True)["train"].batch(8))
# output
import tensorflow as tf
import tensorflow_datasets as tfds

(train, test), info = tfds.load("beans", split=["train", "test"], as_supervised=True, with_info=True)
train = train.map(resized).shuffle(100).batch(10, drop_remainder=True)
model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
model.compile("sgd", "mse")
model.fit(train)
model.fit(tfds.load("beans", as_supervised=True)["train"].batch(8, drop_remainder=True))
