import tensorflow as tf

print(tf.config.list_physical_devices("CPU"), tf.config.list_physical_devices())
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
