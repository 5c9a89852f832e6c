import tensorflow as tf

tf.config.threading.set_inter_op_parallelism_threads(2)
tf.config.set_soft_device_placement(True)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
