import tensorflow as tf


@tf.function(jit_compile=True)
def double(x):
    return 2 * x


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
