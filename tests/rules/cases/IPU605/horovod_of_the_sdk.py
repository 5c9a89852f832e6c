import popdist
import popdist.tensorflow
import tensorflow as tf
from tensorflow.python import ipu
from tensorflow.python.ipu import horovod as hvd
from tensorflow.python.ipu.horovod import popdist_strategy

config = ipu.config.IPUConfig()
popdist.tensorflow.set_ipu_config(config, ipus_per_replica=1)
config.configure_ipu_system()
hvd.init()
strategy = popdist_strategy.PopDistStrategy()
data = tf.data.Dataset.range(64).shard(hvd.size(), hvd.rank())
# output
import popdist
import popdist.tensorflow
import tensorflow as tf
from tensorflow.python import ipu

config = ipu.config.IPUConfig()
popdist.tensorflow.set_ipu_config(config, ipus_per_replica=1)
config.configure_ipu_system()
strategy = ipu.distributed.popdist_strategy.PopDistStrategy()
data = tf.data.Dataset.range(64).shard(popdist.getNumInstances(), popdist.getInstanceIndex())
