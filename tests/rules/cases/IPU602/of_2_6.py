import tensorflow as tf

layer = tf.keras.layers.Dense(4, name="dense")
optimizer = tf.keras.optimizers.Adam(1e-3, clipnorm=1.0, global_clipnorm=None)
model = tf.keras.Sequential([layer], name="model")
model.compile(optimizer, "mse", loss_weights=None, jit_compile=True)
dataset = tf.data.Dataset.range(8).batch(2, drop_remainder=True)
