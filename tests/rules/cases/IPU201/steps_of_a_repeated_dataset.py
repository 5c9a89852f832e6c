# flags: --all-rules --format
import math
import numpy as np
import tensorflow as tf
from tensorflow import keras
x = np.random.rand(1000, 8).astype("float32")
y = np.random.randint(0, 2, 1000).astype("int32")
BATCH = 32
EPOCHS = 3
ds = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(1000).batch(BATCH).repeat(EPOCHS)
model = keras.Sequential([keras.layers.Dense(16, activation="relu", input_shape=(8,)), keras.layers.Dense(2, activation="softmax")])
model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(ds, epochs=EPOCHS, steps_per_epoch=math.ceil(len(x) / BATCH))
# output
import math
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x = np.random.rand(1000, 8).astype("float32")
y = np.random.randint(0, 2, 1000).astype("int32")
BATCH = 32
EPOCHS = 3
ds = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(1000).batch(BATCH, drop_remainder=True).repeat(EPOCHS)
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(16, activation="relu", input_shape=(8,)), keras.layers.Dense(2, activation="softmax")])
    model.compile(
        "adam", "sparse_categorical_crossentropy", metrics=["accuracy"], steps_per_execution=len(x) // BATCH
    )
model.fit(ds, epochs=EPOCHS, steps_per_epoch=len(x) // BATCH)
