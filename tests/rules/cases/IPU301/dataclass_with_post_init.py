# flags: --all-rules --format
from dataclasses import dataclass

import numpy as np
from tensorflow import keras


@dataclass
class Trainer:
    units: int = 16
    epochs: int = 2

    def __post_init__(self):
        self.model = keras.Sequential([keras.layers.Dense(self.units, input_shape=(8,))])
        self.model.compile("adam", "mse")

    def train(self, x, y):
        return self.model.fit(x, y, batch_size=32, epochs=self.epochs)


trainer = Trainer(units=8)
trainer.train(np.zeros((999, 8), "float32"), np.zeros((999, 8), "float32"))
# output
from dataclasses import dataclass

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


@dataclass
class Trainer:
    units: int = 16
    epochs: int = 2

    def __post_init__(self):
        self.model = keras.Sequential([keras.layers.Dense(self.units, input_shape=(8,))])
        self.model.compile("adam", "mse")

    def train(self, x, y):
        train_steps = len(x) // 32
        train_size = train_steps * 32
        set_steps_per_execution(self.model, train_steps)
        return self.model.fit(x[:train_size], y[:train_size], batch_size=32, epochs=self.epochs)


with strategy.scope():
    trainer = Trainer(units=8)
trainer.train(np.zeros((999, 8), "float32"), np.zeros((999, 8), "float32"))
