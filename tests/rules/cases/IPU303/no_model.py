import tensorflow as tf

tf.config.run_functions_eagerly(True)
print(tf.function(lambda x: x + 1)(1))
