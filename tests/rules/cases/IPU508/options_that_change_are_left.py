import sys

from tensorflow import keras

options = {"optimizer": "sgd", "loss": "mse"}
if "--fast" in sys.argv:
    options["jit_compile"] = True
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(**options)
# output
import sys

from tensorflow import keras

options = {"optimizer": "sgd", "loss": "mse"}
if "--fast" in sys.argv:
    options["jit_compile"] = True
model = keras.Sequential([keras.layers.Dense(1)])
# gpu2ipu: IPU508 `compile` has no `jit_compile` in TensorFlow 2.6; an IPU compiles every step anyway: remove it from the arguments in `**`
model.compile(**options)
