from tensorflow import keras

options = {"learning_rate": 1e-3, "weight_decay": None}
decayed = dict(learning_rate=1e-3, weight_decay=1e-4)
shown = {"learning_rate": 1e-3, "weight_decay": None}
first = keras.optimizers.Adam(**options)
second = keras.optimizers.SGD(**options)
third = keras.optimizers.Adam(**decayed)
fourth = keras.optimizers.Adam(**shown)
print(shown)
# output
from tensorflow import keras

options = {"learning_rate": 1e-3, "weight_decay": None}
decayed = dict(learning_rate=1e-3, weight_decay=1e-4)
shown = {"learning_rate": 1e-3, "weight_decay": None}
# gpu2ipu: IPU602 `keras.optimizers.Adam` has no `weight_decay` in TensorFlow 2.6: remove it, or implement it yourself
first = keras.optimizers.Adam(**options)
# gpu2ipu: IPU602 `keras.optimizers.SGD` has no `weight_decay` in TensorFlow 2.6: remove it, or implement it yourself
second = keras.optimizers.SGD(**options)
# gpu2ipu: IPU602 `keras.optimizers.Adam` has no `weight_decay` in TensorFlow 2.6: remove it, or implement it yourself
third = keras.optimizers.Adam(**decayed)
# gpu2ipu: IPU602 `keras.optimizers.Adam` has no `weight_decay` in TensorFlow 2.6: remove it, or implement it yourself
fourth = keras.optimizers.Adam(**shown)
print(shown)
