# flags: --pipeline-stages 2
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()



class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.step = layers.Dense(8)

    def call(self, x):
        x = self.step(x)
        x = self.step(x)
        return x


with strategy.scope():
    model = Net()
    model.compile("adam", "mse")
# output
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()



class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.step = layers.Dense(8)

    def call(self, x):
        x = self.step(x)
        x = self.step(x)
        return x


with strategy.scope():
    # gpu2ipu: IPU401 the model is not split into 2 pipeline stages: all calls of one layer must be in one stage, so that it can only be cut into 1 part; ask for fewer stages
    model = Net()
    model.compile("adam", "mse")
