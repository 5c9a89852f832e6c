import tensorflow as tf

tf.keras.mixed_precision.set_global_policy("mixed_bfloat16")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
# output
import tensorflow as tf

# gpu2ipu: IPU313 IPUs do not have bfloat16, the type of the policy `mixed_bfloat16`: give --precision mixed
tf.keras.mixed_precision.set_global_policy("mixed_bfloat16")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
