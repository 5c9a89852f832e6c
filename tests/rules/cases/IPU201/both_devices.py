# flags: --both-devices
import tensorflow as tf

strategy = make_strategy()
train = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(100).batch(16)
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
model.fit(train, epochs=2)
# output
import tensorflow as tf

try:
    from tensorflow.python import ipu
except ImportError:
    ipu = None

USES_IPU = ipu is not None

strategy = make_strategy()
train = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(100).batch(16, drop_remainder=USES_IPU)
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
model.fit(train, epochs=2)
