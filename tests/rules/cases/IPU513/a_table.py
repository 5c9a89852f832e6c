import json
import os

import tensorflow as tf

tf_config = {"cluster": {"worker": ["a:1", "b:1"]}, "task": {"type": "worker", "index": 1}}
os.environ["TF_CONFIG"] = json.dumps(tf_config)
first = tf_config["task"]["index"] == 0
strategy = tf.distribute.MultiWorkerMirroredStrategy()
data = tf.data.Dataset.from_tensor_slices((tf.zeros((64, 4)), tf.zeros(64)))
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
model.fit(data.batch(8 + 8), verbose=first)
# output
import json
import os

import tensorflow as tf
import popdist
import popdist.tensorflow
from tensorflow.python import ipu
from tensorflow.python.ipu.distributed.popdist_strategy import PopDistStrategy

first = popdist.getInstanceIndex() == 0
ipu_config = ipu.config.IPUConfig()
popdist.tensorflow.set_ipu_config(ipu_config)
ipu_config.configure_ipu_system()
strategy = PopDistStrategy()
data = tf.data.Dataset.from_tensor_slices((tf.zeros((64, 4)), tf.zeros(64)))
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
model.fit(data.shard(popdist.getNumInstances(), popdist.getInstanceIndex()).batch((8 + 8) // popdist.getNumTotalReplicas()), verbose=first)
