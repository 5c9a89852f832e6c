import tensorflow as tf

tf.config.optimizer.set_experimental_options({"auto_mixed_precision": True})
tf.config.optimizer.set_experimental_options({"auto_mixed_precision": True, "layout_optimizer": False})
tf.config.optimizer.set_experimental_options({"auto_mixed_precision": False})
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(1e-3)
optimizer = tf.train.experimental.enable_mixed_precision_graph_rewrite(optimizer, loss_scale="dynamic")
model.compile(optimizer, "mse")
model.compile(tf.compat.v1.mixed_precision.enable_mixed_precision_graph_rewrite(tf.keras.optimizers.SGD()), "mse")
# output
import tensorflow as tf

# gpu2ipu: IPU313 automatic mixed precision rewrites graphs for the tensor cores of GPUs; an IPU computes them in float32, unless --precision mixed is given
tf.config.optimizer.set_experimental_options({"auto_mixed_precision": True, "layout_optimizer": False})
tf.config.optimizer.set_experimental_options({"auto_mixed_precision": False})
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(1e-3)
model.compile(optimizer, "mse")
model.compile(tf.keras.optimizers.SGD(), "mse")
