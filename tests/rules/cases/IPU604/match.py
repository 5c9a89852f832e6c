import sys

from tensorflow import keras

name = sys.argv[1]
match name:
    # the default of Keras
    case "rmsprop":
        optimizer = keras.optimizers.RMSprop()
    case "adam" | "nadam":
        optimizer = keras.optimizers.Adam()
    case _:
        optimizer = keras.optimizers.SGD()
match sys.argv[2:]:
    case None:
        rate = 0.1
# output
import sys

from tensorflow import keras

name = sys.argv[1]
# the default of Keras
if name == "rmsprop":
    optimizer = keras.optimizers.RMSprop()
elif name in ("adam", "nadam"):
    optimizer = keras.optimizers.Adam()
else:
    optimizer = keras.optimizers.SGD()
matched = sys.argv[2:]
if matched is None:
    rate = 0.1
