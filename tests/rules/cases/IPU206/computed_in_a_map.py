import numpy as np
import tensorflow as tf

tokens = np.random.randint(1, 50, (320, 12))
data = tf.data.Dataset.from_tensor_slices((tokens, (tokens.mean(axis=1) > 25).astype("float32")))
mask = tf.constant(3, tf.int64)
model = tf.keras.Sequential([tf.keras.layers.Embedding(50, 8), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(data.map(lambda t, y: (t * tf.cast(t > 3, t.dtype), y)).batch(32))
model.fit(data.map(lambda t, y: (tf.where(t > 3, t, tf.zeros_like(t)), y)).batch(32))
model.fit(data.map(lambda t, y: (tf.cast(y > 3, tokens.dtype) + t, y)).batch(32))
model.fit(data.map(lambda t, y: (tf.cast(t, "int32"), y)).batch(32))
# output
import numpy as np
import tensorflow as tf

tokens = np.random.randint(1, 50, (320, 12))
data = tf.data.Dataset.from_tensor_slices((tokens, (tokens.mean(axis=1) > 25).astype("float32")))
mask = tf.constant(3, tf.int64)
model = tf.keras.Sequential([tf.keras.layers.Embedding(50, 8), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(data.map(lambda t, y: (t * tf.cast(t > 3, t.dtype), y)).batch(32).map(lambda x, y: (tf.cast(x, tf.int32), y)))
model.fit(data.map(lambda t, y: (tf.where(t > 3, t, tf.zeros_like(t)), y)).batch(32).map(lambda x, y: (tf.cast(x, tf.int32), y)))
model.fit(data.map(lambda t, y: (tf.cast(y > 3, tokens.dtype) + t, y)).batch(32).map(lambda x, y: (tf.cast(x, tf.int32), y)))
model.fit(data.map(lambda t, y: (tf.cast(t, "int32"), y)).batch(32))
