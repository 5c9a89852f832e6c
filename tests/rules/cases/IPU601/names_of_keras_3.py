# flags: --select=IPU601,IPU602,IPU609,IPU603
import keras
import numpy as np
import tensorflow as tf
from keras import layers


@keras.saving.register_keras_serializable()
def a(x):
    return x


class B(keras.utils.PyDataset):
    pass


c = keras.random.SeedGenerator(1)
d = keras.config.floatx()
keras.config.set_dtype_policy("mixed_float16")
e = keras.tree.map_structure(abs, [1])
f = keras.optimizers.Lion(1e-3)
g = keras.optimizers.legacy.Adam(1e-3)
h = layers.GroupNormalization()
i = layers.Identity()
j = keras.utils.split_dataset(np.zeros(3), 0.5)
k = keras.utils.audio_dataset_from_directory("x")
l = keras.losses.BinaryFocalCrossentropy()
m = keras.metrics.R2Score()
n = keras.metrics.BinaryIoU()
o = keras.callbacks.SwapEMAWeights()
p = keras.Variable(1.0)
q = keras.dtype_policies.DTypePolicy("float32")
r = keras.layers.SpectralNormalization(layers.Dense(1))
s = keras.initializers.OrthogonalInitializer()
t = keras.random.normal((2, 2))
u = keras.layers.TFSMLayer("x")
ds = tf.data.Dataset.range(3)
v = ds.ragged_batch(2)
w = ds.rebatch(2)
ds.save("x")
x = tf.data.Dataset.load("x")
y = tf.data.Dataset.choose_from_datasets([ds], ds)
z = keras.regularizers.OrthogonalRegularizer()
aa = keras.models.clone_model
ab = keras.utils.FeatureSpace
ac = keras.layers.Discretization(num_bins=3)
ad = keras.applications.ConvNeXtTiny
ae = keras.optimizers.Adam(learning_rate=1e-3, weight_decay=1e-4, use_ema=True)
af = keras.optimizers.schedules.CosineDecay(0.1, 10, warmup_target=0.2, warmup_steps=3)
ag = keras.layers.Normalization(invert=True)
ah = keras.losses.MeanSquaredError(reduction="sum_over_batch_size", dtype="float32")
ai = keras.callbacks.ModelCheckpoint("x.weights.h5", save_freq="epoch", initial_value_threshold=1.0)
aj = keras.backend.set_floatx("float32")
ak = keras.distribution.DataParallel()
al = keras.utils.pad_sequences([[1]])
am = keras.utils.to_categorical([1], num_classes=3)
an = keras.callbacks.BackupAndRestore("x", save_freq=5)


class Mine(layers.Layer):
    def build(self, shape):
        self.w = self.add_weight((shape[-1], 3), "glorot_uniform")

    def call(self, inputs):
        return inputs @ self.w


model = keras.Sequential([keras.Input((4,)), Mine()])
model.compile("adam", "mse", auto_scale_loss=True, jit_compile="auto")
model.export("x")
print(model.get_layer(index=0).path)
# output
from tensorflow import keras
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers


@keras.utils.register_keras_serializable()
def a(x):
    return x


# gpu2ipu: IPU601 `tf.keras.utils.PyDataset` came with Keras 3 and is not in TensorFlow 2.6: derive from `keras.utils.Sequence`, and pass nothing to its `__init__`
class B(keras.utils.PyDataset):
    pass


# gpu2ipu: IPU601 `tf.keras.random.SeedGenerator` came with Keras 3 and is not in TensorFlow 2.6: set the global seed with `tf.random.set_seed`
c = keras.random.SeedGenerator(1)
d = keras.backend.floatx()
keras.mixed_precision.set_global_policy("mixed_float16")
# gpu2ipu: IPU601 `tf.keras.tree.map_structure` came with Keras 3.1 and is not in TensorFlow 2.6: implement it yourself
e = keras.tree.map_structure(abs, [1])
# gpu2ipu: IPU601 `tf.keras.optimizers.Lion` came with TensorFlow 2.13 and is not in TensorFlow 2.6: implement it yourself
f = keras.optimizers.Lion(1e-3)
g = keras.optimizers.Adam(1e-3)
# gpu2ipu: IPU601 `tf.keras.layers.GroupNormalization` came with TensorFlow 2.11 and is not in TensorFlow 2.6: `ipu_tensorflow_addons.keras.layers` has one for IPUs
h = layers.GroupNormalization()
# gpu2ipu: IPU601 `tf.keras.layers.Identity` came with TensorFlow 2.12 and is not in TensorFlow 2.6: `gpu2ipu explain keras.layers.Identity` prints code for TensorFlow 2.6 that does the same
i = layers.Identity()
# gpu2ipu: IPU601 `tf.keras.utils.split_dataset` came with TensorFlow 2.10 and is not in TensorFlow 2.6: implement it yourself
j = keras.utils.split_dataset(np.zeros(3), 0.5)
# gpu2ipu: IPU601 `tf.keras.utils.audio_dataset_from_directory` came with TensorFlow 2.10 and is not in TensorFlow 2.6: implement it yourself
k = keras.utils.audio_dataset_from_directory("x")
# gpu2ipu: IPU601 `tf.keras.losses.BinaryFocalCrossentropy` came with TensorFlow 2.8 and is not in TensorFlow 2.6: `gpu2ipu explain keras.losses.BinaryFocalCrossentropy` prints code for TensorFlow 2.6 that does the same
l = keras.losses.BinaryFocalCrossentropy()
# gpu2ipu: IPU601 `tf.keras.metrics.R2Score` came with TensorFlow 2.13 and is not in TensorFlow 2.6: implement it yourself
m = keras.metrics.R2Score()
# gpu2ipu: IPU601 `tf.keras.metrics.BinaryIoU` came with TensorFlow 2.8 and is not in TensorFlow 2.6: implement it yourself
n = keras.metrics.BinaryIoU()
# gpu2ipu: IPU601 `tf.keras.callbacks.SwapEMAWeights` came with Keras 3 and is not in TensorFlow 2.6: implement it yourself
o = keras.callbacks.SwapEMAWeights()
# gpu2ipu: IPU601 `tf.keras.Variable` came with Keras 3 and is not in TensorFlow 2.6: implement it yourself
p = keras.Variable(1.0)
# gpu2ipu: IPU601 `tf.keras.dtype_policies.DTypePolicy` came with Keras 3 and is not in TensorFlow 2.6: implement it yourself
q = keras.dtype_policies.DTypePolicy("float32")
# gpu2ipu: IPU601 `tf.keras.layers.SpectralNormalization` came with TensorFlow 2.13 and is not in TensorFlow 2.6: implement it yourself
r = keras.layers.SpectralNormalization(layers.Dense(1))
s = keras.initializers.Orthogonal()
t = tf.random.normal((2, 2))
# gpu2ipu: IPU601 `tf.keras.layers.TFSMLayer` came with Keras 3 and is not in TensorFlow 2.6: implement it yourself
u = keras.layers.TFSMLayer("x")
ds = tf.data.Dataset.range(3)
# gpu2ipu: IPU601 `ragged_batch` came with TensorFlow 2.12 and is not in TensorFlow 2.6: `apply(tf.data.experimental.dense_to_ragged_batch(...))`
v = ds.ragged_batch(2)
# gpu2ipu: IPU601 `rebatch` came with TensorFlow 2.11 and is not in TensorFlow 2.6: `unbatch().batch(...)`
w = ds.rebatch(2)
# gpu2ipu: IPU601 `save` came with TensorFlow 2.10 and is not in TensorFlow 2.6: `tf.data.experimental.save(dataset, path)`
ds.save("x")
x = tf.data.experimental.load("x")
y = tf.data.experimental.choose_from_datasets([ds], ds)
# gpu2ipu: IPU601 `tf.keras.regularizers.OrthogonalRegularizer` came with TensorFlow 2.9 and is not in TensorFlow 2.6: implement it yourself
z = keras.regularizers.OrthogonalRegularizer()
aa = keras.models.clone_model
# gpu2ipu: IPU601 `tf.keras.utils.FeatureSpace` came with TensorFlow 2.12 and is not in TensorFlow 2.6: implement it yourself
ab = keras.utils.FeatureSpace
ac = keras.layers.Discretization(num_bins=3)
# gpu2ipu: IPU601 `tf.keras.applications.ConvNeXtTiny` came with TensorFlow 2.10 and is not in TensorFlow 2.6: implement it yourself
ad = keras.applications.ConvNeXtTiny
# gpu2ipu: IPU602 `keras.optimizers.Adam` has no `weight_decay` in TensorFlow 2.6: remove it, or implement it yourself
# gpu2ipu: IPU602 `keras.optimizers.Adam` has no `use_ema` in TensorFlow 2.6: remove it, or implement it yourself
ae = keras.optimizers.Adam(learning_rate=1e-3, weight_decay=1e-4, use_ema=True)
# gpu2ipu: IPU602 `keras.optimizers.schedules.CosineDecay` has no `warmup_target` in TensorFlow 2.6: remove it, or implement it yourself
# gpu2ipu: IPU602 `keras.optimizers.schedules.CosineDecay` has no `warmup_steps` in TensorFlow 2.6: remove it, or implement it yourself
af = keras.optimizers.schedules.CosineDecay(0.1, 10, warmup_target=0.2, warmup_steps=3)
# gpu2ipu: IPU602 `keras.layers.Normalization` has no `invert` in TensorFlow 2.6: remove it, or implement it yourself
ag = keras.layers.Normalization(invert=True)
ah = keras.losses.MeanSquaredError(reduction="sum_over_batch_size")
# gpu2ipu: IPU602 `keras.callbacks.ModelCheckpoint` has no `initial_value_threshold` in TensorFlow 2.6: remove it, or implement it yourself
ai = keras.callbacks.ModelCheckpoint("x.weights.h5", save_freq="epoch", initial_value_threshold=1.0)
aj = keras.backend.set_floatx("float32")
# gpu2ipu: IPU601 `tf.keras.distribution.DataParallel` came with Keras 3 and is not in TensorFlow 2.6: implement it yourself
ak = keras.distribution.DataParallel()
al = keras.preprocessing.sequence.pad_sequences([[1]])
am = keras.utils.to_categorical([1], num_classes=3)
# gpu2ipu: IPU601 `tf.keras.callbacks.BackupAndRestore` came with TensorFlow 2.8 and is not in TensorFlow 2.6: save the weights with `ModelCheckpoint`
an = keras.callbacks.BackupAndRestore("x", save_freq=5)


class Mine(layers.Layer):
    def build(self, shape):
        self.w = self.add_weight(shape=(shape[-1], 3), initializer="glorot_uniform")

    def call(self, inputs):
        return inputs @ self.w


model = keras.Sequential([keras.Input((4,)), Mine()])
model.compile("adam", "mse", jit_compile="auto")
# gpu2ipu: IPU601 `export` came with TensorFlow 2.12 and is not in TensorFlow 2.6: `save` to a path without a suffix writes a SavedModel
model.export("x")
print(model.get_layer(index=0).path)
