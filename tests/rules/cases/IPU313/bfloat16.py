import tensorflow as tf

tf.keras.mixed_precision.set_global_policy("mixed_bfloat16")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
# output
import tensorflow as tf

# gpu2ipu: IPU313 no kernel of an IPU takes bfloat16, the type of `mixed_bfloat16`: --precision mixed sets float16 with a scaled loss instead, --precision float32 computes as precisely as without the policy
tf.keras.mixed_precision.set_global_policy("mixed_bfloat16")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
