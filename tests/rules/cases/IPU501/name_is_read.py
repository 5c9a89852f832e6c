import tensorflow as tf

gpus = tf.config.list_physical_devices("GPU")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
print("trained on", "GPU" if gpus else "CPU", model.count_params())
