import numpy as np
import tensorflow as tf

X, Y = np.random.rand(320, 6).astype("float32"), np.random.rand(320, 1).astype("float32")
X_val, Y_val = np.random.rand(50, 6).astype("float32"), np.random.rand(50, 1).astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(8, "relu"), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(X, Y, epochs=1, verbose=0)
print([len(p) for p in map(lambda rows: model.predict(rows), [X_val, X])])
# output
import numpy as np
import tensorflow as tf


def predict_all_rows(model, x, batch_size=None, **options):
    """Predict all samples in full batches: the last batch is padded, and the padding dropped from the result."""
    rows, batch_size = len(x), batch_size or 32
    padded = np.concatenate([x] + [x[-1:]] * (-rows % batch_size))
    return model.predict(padded, batch_size=batch_size, **options)[:rows]


X, Y = np.random.rand(320, 6).astype("float32"), np.random.rand(320, 1).astype("float32")
X_val, Y_val = np.random.rand(50, 6).astype("float32"), np.random.rand(50, 1).astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(8, "relu"), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(X, Y, epochs=1, verbose=0)
print([len(p) for p in map(lambda rows: predict_all_rows(model, rows), [X_val, X])])
