from tensorflow import keras

optimizer = keras.optimizers.SGD(0.1, weight_decay=1e-4)
averaged = keras.optimizers.SGD(0.1, use_ema=True, ema_momentum=0.9)
loss = keras.losses.SparseCategoricalCrossentropy(ignore_class=255)
stop = keras.callbacks.EarlyStopping("loss", start_from_epoch=warm_up)
# output
from tensorflow import keras

# gpu2ipu: IPU602 `keras.optimizers.SGD` has no `weight_decay` in TensorFlow 2.6: remove it, or implement it yourself
optimizer = keras.optimizers.SGD(0.1, weight_decay=1e-4)
# gpu2ipu: IPU602 `keras.optimizers.SGD` has no `use_ema` in TensorFlow 2.6: remove it, or implement it yourself
# gpu2ipu: IPU602 `keras.optimizers.SGD` has no `ema_momentum` in TensorFlow 2.6: remove it, or implement it yourself
averaged = keras.optimizers.SGD(0.1, use_ema=True, ema_momentum=0.9)
# gpu2ipu: IPU602 `keras.losses.SparseCategoricalCrossentropy` has no `ignore_class` in TensorFlow 2.6: remove it, or implement it yourself
loss = keras.losses.SparseCategoricalCrossentropy(ignore_class=255)
# gpu2ipu: IPU602 `keras.callbacks.EarlyStopping` has no `start_from_epoch` in TensorFlow 2.6: remove it, or implement it yourself
stop = keras.callbacks.EarlyStopping("loss", start_from_epoch=warm_up)
