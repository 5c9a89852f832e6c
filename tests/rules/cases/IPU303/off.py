import tensorflow as tf

tf.config.run_functions_eagerly(False)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse", run_eagerly=False)
