# case: from_tensor_slices of NumPy's defaults: float64 rows and int64 labels reach fit through a dataset
# rules: IPU101 IPU102 IPU103 IPU201 IPU206 IPU301
# port: agrees
# must: sees fit 180
# must: contains tf.int32
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

rng = np.random.default_rng(3)
rows = rng.normal(size=(190, 5))
classes = rng.integers(0, 3, size=190)

ds = tf.data.Dataset.from_tensor_slices((rows, classes)).shuffle(190, seed=0).batch(20)

model = tf.keras.Sequential([layers.Dense(9, activation="relu", input_shape=(5,)), layers.Dense(3)])
model.compile("sgd", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
model.fit(ds, epochs=2, verbose=0)
print("trained")
