import tensorflow as tf

x = tf.random.uniform((320, 4))
y = tf.argmax(x, axis=1)
model = tf.keras.models.load_model("model.h5")
model.fit(x, y)
# output
import tensorflow as tf

x = tf.random.uniform((320, 4))
y = tf.argmax(x, axis=1)
model = tf.keras.models.load_model("model.h5")
model.fit(x, tf.cast(y, tf.int32))
