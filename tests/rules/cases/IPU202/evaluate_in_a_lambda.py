import numpy as np
import tensorflow as tf

X, Y = np.random.rand(320, 6).astype("float32"), np.random.rand(320, 1).astype("float32")
X_val, Y_val = np.random.rand(50, 6).astype("float32"), np.random.rand(50, 1).astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(8, "relu"), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(X, Y, epochs=1, verbose=0)
best = min((lambda m: m.evaluate(X_val, Y_val, verbose=0))(m) for m in [model])
print(best)
# output
import numpy as np
import tensorflow as tf

X, Y = np.random.rand(320, 6).astype("float32"), np.random.rand(320, 1).astype("float32")
X_val, Y_val = np.random.rand(50, 6).astype("float32"), np.random.rand(50, 1).astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(8, "relu"), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(X, Y, epochs=1, verbose=0)
best = min((lambda m: m.evaluate(X_val, Y_val, verbose=0, batch_size=25))(m) for m in [model])
print(best)
