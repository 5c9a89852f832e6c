import numpy as np
import tensorflow as tf
from tensorflow import keras

rows, labels = np.random.rand(64, 8).astype("float32"), np.zeros(64, "int32")
model = keras.Sequential([keras.layers.Dense(3, activation="softmax")])
model.compile("sgd", "sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(rows, labels)
model.predict(rows)
other = keras.Sequential([keras.layers.Dense(3, activation="softmax")])
other.compile("sgd", "sparse_categorical_crossentropy", metrics=["accuracy"])
other.fit(tf.data.Dataset.from_tensor_slices((rows, labels)).batch(32))
means = keras.Sequential([keras.layers.Dense(8, activity_regularizer="l2")])
means.compile("sgd", metrics=["mae", keras.metrics.MeanSquaredError()])
means.fit(rows)
