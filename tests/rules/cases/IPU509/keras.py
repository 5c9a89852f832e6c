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

# gpu2ipu: IPU509 Horovod does not run on IPUs: in the place of `init` comes `popdist.init()`
hvd.init()
gpus = tf.config.list_physical_devices("GPU")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# gpu2ipu: IPU509 Horovod does not run on IPUs: in the place of `DistributedOptimizer` comes the optimizer itself: the strategy reduces the gradients
# gpu2ipu: IPU509 Horovod does not run on IPUs: in the place of `size` comes `popdist.getNumInstances()`, or `popdist.getNumTotalReplicas()` for a learning rate
optimizer = hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size()))
# gpu2ipu: IPU509 Horovod does not run on IPUs: in the place of `BroadcastGlobalVariablesCallback` comes nothing: PopDistStrategy broadcasts the initial values
# gpu2ipu: IPU509 Horovod does not run on IPUs: in the place of `MetricAverageCallback` comes `model.set_replication_options("mean")`
callbacks = [hvd.callbacks.BroadcastGlobalVariablesCallback(0), hvd.callbacks.MetricAverageCallback()]
# gpu2ipu: IPU509 Horovod does not run on IPUs: in the place of `rank` comes `popdist.getInstanceIndex()`
if hvd.rank() == 0:
    model.summary()
