# case: one config has a section for each call: layers, compile and fit take them with **
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: sees fit 480
# must: prints parameters:
import numpy as np
import tensorflow as tf
from tensorflow.keras.layers import Dense, Dropout
from tensorflow.keras.models import Sequential

CONFIG = {
    "hidden": {"units": 16, "activation": "relu"},
    "compile": {"optimizer": "sgd", "loss": "sparse_categorical_crossentropy"},
    "fit": {"batch_size": 32, "epochs": 1, "shuffle": True, "verbose": 2},
}

np.random.seed(17)
tf.random.set_seed(17)
points = np.random.rand(500, 4).astype("float32")
classes = points.argmax(axis=1).astype("int32")

model = Sequential([
    Dense(input_shape=(4,), **CONFIG["hidden"]),
    Dropout(0.2),
    Dense(4, activation="softmax"),
])
model.compile(**CONFIG["compile"])
model.fit(points, classes, **CONFIG["fit"])
print("parameters:", model.count_params())
