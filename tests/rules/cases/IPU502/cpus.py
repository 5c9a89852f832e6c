import tensorflow as tf

cpus = tf.config.list_physical_devices("CPU")
tf.config.set_logical_device_configuration(cpus[0], [tf.config.LogicalDeviceConfiguration()] * 2)
tf.config.set_visible_devices(cpus, "CPU")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
