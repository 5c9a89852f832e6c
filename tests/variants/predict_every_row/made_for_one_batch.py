# case: the inputs are made for batches of 20, and one layer counts on it; predict and evaluate leave the batch size out
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301
# port: agrees
# must: contains batch_size=20)
# must: sees fit 160
# must: prints 100 rows in parts
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

rng = np.random.default_rng(4)
x = rng.random((160, 6)).astype("float32")
y = x.sum(axis=1, keepdims=True)
unseen = rng.random((100, 6)).astype("float32")
BATCH = 20

inputs = keras.Input(batch_shape=(BATCH, 6))
hidden = layers.Dense(4, activation="tanh")(inputs)
pairs = tf.reshape(hidden, (BATCH, 2, 2))
model = keras.Model(inputs, layers.Dense(1)(layers.Flatten()(pairs)))
model.compile("sgd", "mse")
model.fit(x, y, batch_size=BATCH, epochs=2, verbose=0)

print("loss", model.evaluate(x[:20], y[:20], verbose=0))
parts = [model.predict(part, verbose=0) for part in np.array_split(unseen, 5)]
print(len(np.concatenate(parts)), "rows in parts")
