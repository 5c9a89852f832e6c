from horovod.tensorflow.keras import init, rank
from tensorflow import keras

init()
model = keras.models.load_model(f"model-{rank()}.h5")
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
model = keras.models.load_model(f"model-{popdist.getInstanceIndex()}.h5")
