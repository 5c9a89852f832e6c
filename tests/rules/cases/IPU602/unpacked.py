from tensorflow import keras

options = {
    "learning_rate": 1e-3,
    # none so far
    "weight_decay": None,
}
settings = dict(momentum=0.9, use_ema=False, ema_momentum=0.9)
first = keras.optimizers.Adam(**options)
second = keras.optimizers.SGD(options["learning_rate"], **settings)
third = keras.layers.BatchNormalization(**{"axis": -1, "synchronized": True})
fourth = keras.layers.BatchNormalization(**dict(axis=-1, synchronized=True))
fifth = keras.optimizers.get({"class_name": "Adam", "config": {"learning_rate": 0.1, "weight_decay": None}})
# output
from tensorflow import keras

options = {
    "learning_rate": 1e-3,
}
settings = dict(momentum=0.9)
first = keras.optimizers.Adam(**options)
second = keras.optimizers.SGD(options["learning_rate"], **settings)
third = keras.layers.BatchNormalization(**{"axis": -1})
fourth = keras.layers.BatchNormalization(**dict(axis=-1))
fifth = keras.optimizers.get({"class_name": "Adam", "config": {"learning_rate": 0.1}})
