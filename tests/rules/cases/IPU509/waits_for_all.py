import horovod
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
model = tf.keras.models.load_model("model.h5")
hvd.allgather(tf.Variable([0]))  # all processes are here
sizes = hvd.allgather(tf.constant([hvd.rank(), 7]), name="sizes")
# output
import popdist
import popdist.tensorflow
import tensorflow as tf
from tensorflow.python import ipu
from tensorflow.python.ipu.distributed.popdist_strategy import PopDistStrategy

ipu_config = ipu.config.IPUConfig()
popdist.tensorflow.set_ipu_config(ipu_config)
ipu_config.configure_ipu_system()
strategy = PopDistStrategy()
model = tf.keras.models.load_model("model.h5")
ipu.distributed.allgather(tf.Variable([0]))  # all processes are here
sizes = tf.concat(tf.unstack(ipu.distributed.allgather(tf.constant([popdist.getInstanceIndex(), 7]))), 0)
