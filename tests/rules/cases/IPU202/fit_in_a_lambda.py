import numpy as np
import tensorflow as tf

X, Y = np.random.rand(320, 6).astype("float32"), np.random.rand(320, 1).astype("float32")
X_val, Y_val = np.random.rand(50, 6).astype("float32"), np.random.rand(50, 1).astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(8, "relu"), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
train = lambda: model.fit(X[:310], Y[:310], epochs=1, verbose=0)
train()
# output
import numpy as np
import tensorflow as tf

X, Y = np.random.rand(320, 6).astype("float32"), np.random.rand(320, 1).astype("float32")
X_val, Y_val = np.random.rand(50, 6).astype("float32"), np.random.rand(50, 1).astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(8, "relu"), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
train_size = len(X[:310]) // 32 * 32
train = lambda: model.fit(X[:train_size], Y[:train_size], epochs=1, verbose=0)
train()
