# case: an assert on the number of GPUs, logical devices with a memory limit, TF1 compat session options, a device block around fit
# rules: IPU101 IPU102 IPU103 IPU202 IPU301 IPU50x
# port: agrees
# must: lacks set_logical_device_configuration
# must: lacks "/device:GPU:0"
# must: sees fit 256
import numpy as np
import tensorflow as tf

physical_devices = tf.config.list_physical_devices("GPU")
print("GPUs:", physical_devices)
if len(physical_devices) > 0:
    tf.config.set_logical_device_configuration(
        physical_devices[0], [tf.config.LogicalDeviceConfiguration(memory_limit=1024)])

x = np.random.RandomState(0).rand(270, 10).astype(np.float32)
y = x.argmin(axis=1).astype(np.int32)

with tf.device("/device:GPU:0"):
    inputs = tf.keras.layers.Input(10)
    outputs = tf.keras.layers.Dense(10, activation="softmax")(inputs)
    model = tf.keras.Model(inputs, outputs)
    model.compile("adam", "sparse_categorical_crossentropy")
    model.fit(x, y, batch_size=64, epochs=1, verbose=2)
