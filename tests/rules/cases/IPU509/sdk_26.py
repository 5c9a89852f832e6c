# flags: --sdk 2.6
import horovod.keras as hvd
from tensorflow import keras

if __name__ == "__main__":
    hvd.init()
    model = keras.models.load_model("model.h5")
    model.compile(optimizer=hvd.DistributedOptimizer(optimizer=keras.optimizers.SGD(0.1), op=hvd.Average), loss="mse")
    callbacks = []
    callbacks.append(hvd.callbacks.MetricAverageCallback())
    hvd.broadcast_variables(model.variables, root_rank=0)
    hvd.shutdown()
# output
import popdist
import popdist.tensorflow
from tensorflow import keras
from tensorflow.python import ipu
from tensorflow.python.ipu import horovod
from tensorflow.python.ipu.horovod.popdist_strategy import PopDistStrategy

if __name__ == "__main__":
    ipu_config = ipu.config.IPUConfig()
    popdist.tensorflow.set_ipu_config(ipu_config)
    ipu_config.configure_ipu_system()
    horovod.init()
    strategy = PopDistStrategy()
    model = keras.models.load_model("model.h5")
    model.compile(optimizer=keras.optimizers.SGD(0.1), loss="mse")
    callbacks = []
