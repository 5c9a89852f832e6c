import numpy as np
import tensorflow as tf

x, y = np.random.rand(150, 5).astype("float32"), np.random.rand(150, 1).astype("float32")
EPOCHS, BATCH = 4, 32
steps = int(np.ceil(len(x) / BATCH))
rate = tf.keras.optimizers.schedules.PolynomialDecay(0.05, decay_steps=steps * EPOCHS, end_learning_rate=0.0)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(rate), "mse")
model.fit(x, y, batch_size=BATCH, epochs=EPOCHS, verbose=0)
print(float(rate(model.optimizer.iterations)))
# output
import numpy as np
import tensorflow as tf

x, y = np.random.rand(150, 5).astype("float32"), np.random.rand(150, 1).astype("float32")
EPOCHS, BATCH = 4, 32
steps = len(x) // BATCH
rate = tf.keras.optimizers.schedules.PolynomialDecay(0.05, decay_steps=steps * EPOCHS, end_learning_rate=0.0)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(rate), "mse")
model.fit(x, y, batch_size=BATCH, epochs=EPOCHS, verbose=0)
print(float(rate(model.optimizer.iterations)))
