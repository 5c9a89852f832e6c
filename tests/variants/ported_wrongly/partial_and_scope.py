# case: a port whose evaluation ends with a short batch, whose steps do not divide, and whose dataset keeps its remainder
# rules: IPU201 IPU302
# port: agrees
# must: prints evaluated
import numpy as np
import tensorflow as tf
from tensorflow.python import ipu

cfg = ipu.config.IPUConfig()
cfg.auto_select_ipus = 1
cfg.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

rng = np.random.RandomState(2)
x = rng.rand(330, 5).astype("float32")
y = (x[:, 0] > 0.5).astype("float32")
train = tf.data.Dataset.from_tensor_slices((x[:250], y[:250])).batch(25)
test = tf.data.Dataset.from_tensor_slices((x[250:], y[250:])).batch(25)

with strategy.scope():
    model = tf.keras.Sequential([
        tf.keras.layers.Dense(8, activation="relu", input_shape=(5,)),
        tf.keras.layers.Dense(1, activation="sigmoid"),
    ])
    model.compile("sgd", "binary_crossentropy", steps_per_execution=4)
    model.fit(train, epochs=1, verbose=0)
    print("evaluated", model.evaluate(test, verbose=0) > 0)
