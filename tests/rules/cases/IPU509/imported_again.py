# flags: --all-rules --format
import horovod.keras as hvd
from tensorflow import keras

hvd.init()
model = keras.models.load_model("model.h5")
print(hvd.rank())

import horovod.keras as hvd

hvd.init()
model = keras.models.load_model("other.h5")
print(hvd.size())
# output
import popdist
import popdist.tensorflow
from tensorflow import keras
from tensorflow.python import ipu
from tensorflow.python.ipu.distributed.popdist_strategy import PopDistStrategy

ipu_config = ipu.config.IPUConfig()
popdist.tensorflow.set_ipu_config(ipu_config)
ipu_config.configure_ipu_system()
strategy = PopDistStrategy()
with strategy.scope():
    model = keras.models.load_model("model.h5")
    print(popdist.getInstanceIndex())

    model = keras.models.load_model("other.h5")
print(popdist.getNumTotalReplicas())
