# flags: --replicas 2 --all-rules
import numpy as np
import tensorflow as tf
from tensorflow import keras

x, y = np.random.rand(1024, 4).astype("float32"), np.random.rand(1024).astype("float32")
model = keras.Sequential([keras.layers.Dense(1)])
optimizer = keras.optimizers.SGD()


@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


for a, b in tf.data.Dataset.from_tensor_slices((x, y)).batch(32, drop_remainder=True):
    step(a, b)
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x, y = np.random.rand(1024, 4).astype("float32"), np.random.rand(1024).astype("float32")
with strategy.scope():
    # gpu2ipu: IPU311 the model is not trained by 2 replicas: a training loop of your own must share out its batches and average its gradients itself
    model = keras.Sequential([keras.layers.Dense(1)])
    optimizer = keras.optimizers.SGD()


@tf.function(jit_compile=True)
def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


for a, b in tf.data.Dataset.from_tensor_slices((x, y)).batch(32, drop_remainder=True):
    strategy.run(step, args=(a, b))
