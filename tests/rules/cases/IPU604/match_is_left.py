import re

from tensorflow import keras

kind = re.match("a", "abc").group()
match kind:
    case "a" as name:
        layer = keras.layers.Dense(1)
# output
import re

from tensorflow import keras

kind = re.match("a", "abc").group()
# gpu2ipu: IPU604 `match` (Python 3.10) is a SyntaxError: the SDK has Python 3.8; write it with `if` and `elif`
match kind:
    case "a" as name:
        layer = keras.layers.Dense(1)
