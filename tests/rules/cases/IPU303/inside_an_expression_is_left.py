import tensorflow as tf

done = [tf.config.run_functions_eagerly(True)]
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
# output
import tensorflow as tf

# gpu2ipu: IPU303 a model cannot run eagerly on an IPU: remove this option
done = [tf.config.run_functions_eagerly(True)]
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
