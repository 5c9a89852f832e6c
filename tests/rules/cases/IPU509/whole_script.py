import horovod.tensorflow.keras as hvd
import tensorflow as tf

# Horovod: one process a GPU
hvd.init()

gpus = tf.config.list_physical_devices("GPU")
if gpus:
    tf.config.set_visible_devices(gpus[hvd.local_rank()], "GPU")

(x, y), (x_test, y_test) = tf.keras.datasets.mnist.load_data()
data = tf.data.Dataset.from_tensor_slices((x, y)).shard(hvd.size(), hvd.rank()).repeat().batch(64)

model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.SGD(0.01 * hvd.size())

# Horovod: wrap the optimizer
optimizer = hvd.DistributedOptimizer(optimizer, compression=hvd.Compression.fp16)
model.compile(optimizer, "mse", experimental_run_tf_function=False)

callbacks = [
    hvd.callbacks.BroadcastGlobalVariablesCallback(0),
    hvd.callbacks.MetricAverageCallback(),
    tf.keras.callbacks.TerminateOnNaN(),
]
if hvd.rank() == 0:
    callbacks.append(tf.keras.callbacks.ModelCheckpoint("best.h5"))
verbose = 1 if hvd.rank() == 0 else 0
model.fit(data, steps_per_epoch=500 // hvd.size(), epochs=8 // hvd.size(), callbacks=callbacks, verbose=verbose)
# output
import popdist
import popdist.tensorflow
import tensorflow as tf
from tensorflow.python import ipu
from tensorflow.python.ipu.distributed.popdist_strategy import PopDistStrategy

# Horovod: one process a GPU
ipu_config = ipu.config.IPUConfig()
popdist.tensorflow.set_ipu_config(ipu_config)
ipu_config.configure_ipu_system()
strategy = PopDistStrategy()

gpus = tf.config.list_physical_devices("GPU")
if gpus:
    tf.config.set_visible_devices(gpus[popdist.getInstanceIndex()], "GPU")

(x, y), (x_test, y_test) = tf.keras.datasets.mnist.load_data()
data = tf.data.Dataset.from_tensor_slices((x, y)).shard(popdist.getNumInstances(), popdist.getInstanceIndex()).repeat().batch(64)

model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.SGD(0.01 * popdist.getNumTotalReplicas())

model.compile(optimizer, "mse")

callbacks = [
    tf.keras.callbacks.TerminateOnNaN(),
]
if popdist.getInstanceIndex() == 0:
    callbacks.append(tf.keras.callbacks.ModelCheckpoint("best.h5"))
verbose = 1 if popdist.getInstanceIndex() == 0 else 0
model.fit(data, steps_per_epoch=500 // popdist.getNumInstances(), epochs=8 // popdist.getNumTotalReplicas(), callbacks=callbacks, verbose=verbose)
