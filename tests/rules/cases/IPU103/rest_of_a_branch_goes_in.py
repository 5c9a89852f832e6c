from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()


def build():
    return keras.Sequential([keras.layers.Dense(1)])


shared = input() == "shared"
if shared:
    with strategy.scope():
        model = build()
else:
    model = build()
# output
from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()


def build():
    return keras.Sequential([keras.layers.Dense(1)])


shared = input() == "shared"
if shared:
    with strategy.scope():
        model = build()
else:
    with strategy.scope():
        model = build()
