import tensorflow as tf

strategy = tf.distribute.experimental.MultiWorkerMirroredStrategy()
(x, y), _ = tf.keras.datasets.mnist.load_data()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
    model.compile(tf.keras.optimizers.SGD(0.1 * strategy.num_replicas_in_sync), "mse")
model.fit(x, y, batch_size=16 * strategy.num_replicas_in_sync)
model.fit(x, y)
# output
import tensorflow as tf
import popdist
import popdist.tensorflow
from tensorflow.python import ipu
from tensorflow.python.ipu.distributed.popdist_strategy import PopDistStrategy

ipu_config = ipu.config.IPUConfig()
popdist.tensorflow.set_ipu_config(ipu_config)
ipu_config.configure_ipu_system()
strategy = PopDistStrategy()
(x, y), _ = tf.keras.datasets.mnist.load_data()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
    model.compile(tf.keras.optimizers.SGD(0.1 * strategy.num_replicas_in_sync), "mse")
model.fit(x[popdist.getInstanceIndex()::popdist.getNumInstances()], y[popdist.getInstanceIndex()::popdist.getNumInstances()], batch_size=(16 * strategy.num_replicas_in_sync) // popdist.getNumTotalReplicas())
model.fit(x[popdist.getInstanceIndex()::popdist.getNumInstances()], y[popdist.getInstanceIndex()::popdist.getNumInstances()], batch_size=32 // popdist.getNumTotalReplicas())
