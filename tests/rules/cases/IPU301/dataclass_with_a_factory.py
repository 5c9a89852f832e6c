# flags: --all-rules --format
from dataclasses import dataclass, field

import numpy as np
from tensorflow import keras


def build():
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(8,))])
    model.compile("adam", "mse")
    return model


@dataclass
class Experiment:
    name: str
    model: keras.Model = field(default_factory=build)
    batch_size: int = field(default=50)

    def run(self, x, y):
        self.model.fit(x, y, batch_size=self.batch_size, epochs=2)


Experiment("a").run(np.zeros((1000, 8), "float32"), np.zeros((1000, 1), "float32"))
# output
from dataclasses import dataclass, field

import numpy as np
from tensorflow import keras
from tensorflow.python import ipu


def set_steps_per_execution(model, steps):
    """Compile a model again as it is, with another `steps_per_execution`; its weights and its optimizer stay."""
    if int(model._steps_per_execution.numpy()) != steps:
        model.compile(**model._get_compile_args(), steps_per_execution=steps)


ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


def build():
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(8,))])
    model.compile("adam", "mse")
    return model


@dataclass
class Experiment:
    name: str
    model: keras.Model = field(default_factory=build)
    batch_size: int = field(default=50)

    def run(self, x, y):
        set_steps_per_execution(self.model, len(x) // self.batch_size)
        self.model.fit(x, y, batch_size=self.batch_size, epochs=2)


with strategy.scope():
    experiment = Experiment("a")

experiment.run(np.zeros((1000, 8), "float32"), np.zeros((1000, 1), "float32"))
