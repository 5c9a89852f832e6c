import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.list_physical_devices("GPU")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size()))
callbacks = [hvd.callbacks.BroadcastGlobalVariablesCallback(0), hvd.callbacks.MetricAverageCallback()]
if hvd.rank() == 0:
    model.summary()
# output
import horovod.tensorflow.keras as hvd
import tensorflow as tf

# gpu2ipu: IPU509 Horovod does not run on IPUs: replace `init` by `popdist.init()`
hvd.init()
gpus = tf.config.list_physical_devices("GPU")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# gpu2ipu: IPU509 Horovod does not run on IPUs: replace `DistributedOptimizer` by the optimizer itself: the strategy reduces the gradients
# gpu2ipu: IPU509 Horovod does not run on IPUs: replace `size` by `popdist.getNumInstances()`, or `popdist.getNumTotalReplicas()` for a learning rate
optimizer = hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size()))
# gpu2ipu: IPU509 Horovod does not run on IPUs: replace `BroadcastGlobalVariablesCallback` by nothing: PopDistStrategy broadcasts the initial values
# gpu2ipu: IPU509 Horovod does not run on IPUs: replace `MetricAverageCallback` by `model.set_replication_options("mean")`
callbacks = [hvd.callbacks.BroadcastGlobalVariablesCallback(0), hvd.callbacks.MetricAverageCallback()]
# gpu2ipu: IPU509 Horovod does not run on IPUs: replace `rank` by `popdist.getInstanceIndex()`
if hvd.rank() == 0:
    model.summary()
