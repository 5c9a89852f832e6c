import tensorflow as tf
from elsewhere import load

labels = load("labels")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, activation="sigmoid", input_shape=(8,))])
model.compile("adam", "binary_crossentropy")
model.fit(load("rows"), labels)

import numpy as np

print(np.mean(labels))
# output
import numpy as np
import tensorflow as tf
from elsewhere import load

labels = load("labels")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, activation="sigmoid", input_shape=(8,))])
model.compile("adam", "binary_crossentropy")
model.fit(load("rows"), np.asarray(labels, "float32"))

import numpy as np

print(np.mean(labels))
