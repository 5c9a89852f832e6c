import tensorflow as tf

if tf.test.is_gpu_available():
    print("training on a GPU")
else:
    print("training on the CPU")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
