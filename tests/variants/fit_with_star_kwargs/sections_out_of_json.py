# case: the sections for compile and fit come out of JSON, so what ** hands on is not to be seen; the rows are whole batches
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: left IPU202 IPU301
# must: sees fit 480
# must: prints parameters:
import json

import numpy as np
import tensorflow as tf
from tensorflow.keras.layers import Dense, Dropout
from tensorflow.keras.models import Sequential

CONFIG = json.loads("""
{
  "hidden": {"units": 16, "activation": "relu"},
  "compile": {"optimizer": "sgd", "loss": "sparse_categorical_crossentropy"},
  "fit": {"batch_size": 32, "epochs": 1, "shuffle": true, "verbose": 2}
}
""")

np.random.seed(17)
tf.random.set_seed(17)
points = np.random.rand(480, 4).astype("float32")
classes = points.argmax(axis=1).astype("int32")

model = Sequential([
    Dense(input_shape=(4,), **CONFIG["hidden"]),
    Dropout(0.2),
    Dense(4, activation="softmax"),
])
model.compile(**CONFIG["compile"])
model.fit(points, classes, **CONFIG["fit"])
print("parameters:", model.count_params())
