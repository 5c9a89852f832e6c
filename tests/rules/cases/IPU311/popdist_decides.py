# flags: --replicas 2
import popdist.tensorflow
from tensorflow import keras
from tensorflow.python import ipu
from tensorflow.python.ipu.distributed.popdist_strategy import PopDistStrategy

config = ipu.config.IPUConfig()
popdist.tensorflow.set_ipu_config(config)
config.configure_ipu_system()
strategy = PopDistStrategy()
(x, y), _ = keras.datasets.mnist.load_data()
with strategy.scope():
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10)])
    model.compile("sgd", "mse")
model.fit(x, y, batch_size=20)
# output
import popdist.tensorflow
from tensorflow import keras
from tensorflow.python import ipu
from tensorflow.python.ipu.distributed.popdist_strategy import PopDistStrategy

config = ipu.config.IPUConfig()
popdist.tensorflow.set_ipu_config(config)
config.configure_ipu_system()
strategy = PopDistStrategy()
(x, y), _ = keras.datasets.mnist.load_data()
with strategy.scope():
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10)])
    # gpu2ipu: IPU311 the model is not trained by 2 replicas: `poprun --num-replicas` says how many replicas a PopDistStrategy has
    model.compile("sgd", "mse")
model.fit(x, y, batch_size=20)
