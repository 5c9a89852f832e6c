import numpy as np
from tensorflow import keras

x, y = np.random.rand(96, 4), np.random.rand(96)
model = keras.models.load_model("model.h5")
model.fit(x, y)
other = keras.models.load_model("other.h5")
other.compile(other.optimizer, "mse")
other.fit(x, y)
# output
import numpy as np
from tensorflow import keras


def set_steps_per_execution(model, steps):
    """Compile a model again as it is, with another `steps_per_execution`; its weights and its optimizer stay."""
    if int(model._steps_per_execution.numpy()) != steps:
        model.compile(**model._get_compile_args(), steps_per_execution=steps)


x, y = np.random.rand(96, 4), np.random.rand(96)
model = keras.models.load_model("model.h5")
set_steps_per_execution(model, len(x) // 32)
model.fit(x, y)
other = keras.models.load_model("other.h5")
other.compile(other.optimizer, "mse", steps_per_execution=len(x) // 32)
other.fit(x, y)
