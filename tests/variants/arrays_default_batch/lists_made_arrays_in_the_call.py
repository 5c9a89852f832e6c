# case: rows are collected in lists, which become arrays where they are handed over
# rules: IPU101 IPU102 IPU103 IPU202 IPU206 IPU301
# port: agrees
# must: contains train_steps = len(rows) // 32
# must: contains np.array(rows, "float32")[:train_size]
# must: sees fit 96
# must: sees evaluate 30
import numpy as np
import tensorflow as tf
from tensorflow import keras

rows, labels = [], []
for i in range(100):
    rows.append([(i * j) % 7 / 7 for j in range(1, 6)])
    labels.append(i % 2)

model = keras.Sequential([keras.layers.Dense(8, activation="tanh", input_shape=(5,)), keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(np.array(rows, "float32"), np.array(labels), epochs=2, verbose=0)
print(model.evaluate(tf.cast(np.asarray(rows[:30]), tf.float32), np.array(labels[:30]).astype("float32")))
