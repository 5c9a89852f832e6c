import tensorflow as tf



def report():
    """Say where we are."""
    devices = tf.config.list_physical_devices(device_type="GPU")
    if not devices:
        print("No GPU")
        return
    for device in devices:
        print(device.name)


report()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf



def report():
    """Say where we are."""
    devices = tf.config.list_physical_devices(device_type="GPU")
    # gpu2ipu: IPU501 the following code depends on a GPU, and there is no GPU on IPU hosts: keep only the branch for the IPU
    if not devices:
        print("No GPU")
        return


report()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
