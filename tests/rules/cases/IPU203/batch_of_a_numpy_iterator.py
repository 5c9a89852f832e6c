import numpy as np
import tensorflow as tf

x, y = np.random.rand(330, 6).astype("float32"), np.random.rand(330, 1).astype("float32")
ds = tf.data.Dataset.from_tensor_slices((x, y)).batch(16)
test = tf.data.Dataset.from_tensor_slices((x[:50], y[:50])).batch(16)
model = tf.keras.Sequential([tf.keras.layers.Dense(8, "relu"), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(ds, epochs=1, verbose=0)
xb, yb = test.as_numpy_iterator().next()
print(len(model.predict(xb)))
# output
import numpy as np
import tensorflow as tf


def predict_all_rows(model, x, batch_size=None, **options):
    """Predict all samples in full batches: the last batch is padded, and the padding dropped from the result."""
    rows, batch_size = len(x), batch_size or 32
    padded = np.concatenate([x] + [x[-1:]] * (-rows % batch_size))
    return model.predict(padded, batch_size=batch_size, **options)[:rows]


x, y = np.random.rand(330, 6).astype("float32"), np.random.rand(330, 1).astype("float32")
ds = tf.data.Dataset.from_tensor_slices((x, y)).batch(16)
test = tf.data.Dataset.from_tensor_slices((x[:50], y[:50])).batch(16)
model = tf.keras.Sequential([tf.keras.layers.Dense(8, "relu"), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(ds, epochs=1, verbose=0)
xb, yb = test.as_numpy_iterator().next()
print(len(predict_all_rows(model, xb)))
