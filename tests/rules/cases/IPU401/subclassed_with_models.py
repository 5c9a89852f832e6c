# flags: --pipeline-stages 2
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()



class Part(keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = layers.Dense(8)

    def call(self, x):
        return self.hidden(x)


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.first = Part()
        self.second = Part()

    def call(self, x):
        x = self.first(x)
        return self.second(x)


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



class Part(keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = layers.Dense(8)

    def call(self, x):
        return self.hidden(x)


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.first = Part()
        self.second = Part()

    def call(self, x):
        x = self.first(x)
        return self.second(x)


with strategy.scope():
    # gpu2ipu: IPU401 the model is not split into 2 pipeline stages: it holds another model, whose layers have stages of their own; assign them with `get_pipeline_stage_assignment` and `set_pipeline_stage_assignment`
    model = Net()
    model.compile("adam", "mse")
