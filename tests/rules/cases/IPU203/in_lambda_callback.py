import numpy as np
import tensorflow as tf

X, Y = np.random.rand(320, 6).astype("float32"), np.random.rand(320, 1).astype("float32")
X_val, Y_val = np.random.rand(50, 6).astype("float32"), np.random.rand(50, 1).astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(8, "relu"), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
log = tf.keras.callbacks.LambdaCallback(on_epoch_end=lambda epoch, logs: print(len(model.predict(X_val))))
model.fit(X, Y, epochs=1, callbacks=[log], verbose=0)
# output
import numpy as np
import tensorflow as tf

X, Y = np.random.rand(320, 6).astype("float32"), np.random.rand(320, 1).astype("float32")
X_val, Y_val = np.random.rand(50, 6).astype("float32"), np.random.rand(50, 1).astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(8, "relu"), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
log = tf.keras.callbacks.LambdaCallback(on_epoch_end=lambda epoch, logs: print(len(model.predict(X_val, batch_size=25))))
model.fit(X, Y, epochs=1, callbacks=[log], verbose=0)
