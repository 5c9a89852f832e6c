import popdist
import popdist.tensorflow
from tensorflow import keras
from tensorflow.python import ipu

config = popdist.tensorflow.set_ipu_config(ipu.config.IPUConfig(), ipus_per_replica=1, configure_device=True)
model = keras.Sequential([keras.layers.Dense(1)])
