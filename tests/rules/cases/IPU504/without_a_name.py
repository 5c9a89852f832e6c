# flags: --select IPU504,IPU102
from tensorflow import distribute, keras

with distribute.MirroredStrategy(["/gpu:0", "/gpu:1"]).scope():
    model = keras.Sequential([keras.layers.Dense(1)])
# output
from tensorflow import distribute, keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()

with ipu.ipu_strategy.IPUStrategy().scope():
    model = keras.Sequential([keras.layers.Dense(1)])
