import numpy as np
import tensorflow as tf

X, Y = np.random.rand(320, 6).astype("float32"), np.random.rand(320, 1).astype("float32")
X_val, Y_val = np.random.rand(50, 6).astype("float32"), np.random.rand(50, 1).astype("float32")


class Cb(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        print(len(self.model.predict(X_val)))

model = tf.keras.Sequential([tf.keras.layers.Dense(8, "relu"), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(X, Y, epochs=1, callbacks=[Cb()], verbose=0)
# output
import numpy as np
import tensorflow as tf

X, Y = np.random.rand(320, 6).astype("float32"), np.random.rand(320, 1).astype("float32")
X_val, Y_val = np.random.rand(50, 6).astype("float32"), np.random.rand(50, 1).astype("float32")


class Cb(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        print(len(self.model.predict(X_val, batch_size=25)))

model = tf.keras.Sequential([tf.keras.layers.Dense(8, "relu"), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(X, Y, epochs=1, callbacks=[Cb()], verbose=0)
