import numpy as np
import tensorflow as tf

x, y = np.random.rand(150, 5).astype("float32"), np.random.rand(150, 1).astype("float32")
steps = int(np.ceil(len(x) / 32)) * 4
rate = tf.keras.optimizers.schedules.PolynomialDecay(0.05, decay_steps=steps, end_learning_rate=0.0)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(rate), "mse")
model.fit(x, y, batch_size=32, epochs=4)
print("rate at the end", float(rate(model.optimizer.iterations)))
# output
import numpy as np
import tensorflow as tf

x, y = np.random.rand(150, 5).astype("float32"), np.random.rand(150, 1).astype("float32")
steps = len(x) // 32 * 4
rate = tf.keras.optimizers.schedules.PolynomialDecay(0.05, decay_steps=steps, end_learning_rate=0.0)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(rate), "mse")
model.fit(x, y, batch_size=32, epochs=4)
print("rate at the end", float(rate(model.optimizer.iterations)))
