from tensorflow import keras

options = {"kernel_initializer": "OrthogonalInitializer"}
model = keras.Sequential(
    [
        keras.layers.Dense(8, "mish", kernel_initializer="glorot_uniform"),
        keras.layers.Dense(8, activation="leaky_relu", kernel_initializer="OrthogonalInitializer"),
        keras.layers.Activation("celu"),
        keras.layers.Dense(8, **options),
        keras.layers.Dense(8, activation="silu"),
    ]
)
model.compile("adamw", loss={"a": "mse"}, metrics=["r2_score", "mae", "precision", "recall", "auc"])
model.compile("adam", "mse", metrics={"a": ["kl_divergence", "kld", "mean_io_u"]})
same = keras.initializers.get("IdentityInitializer")
# output
from tensorflow import keras
import tensorflow as tf

options = {"kernel_initializer": "Orthogonal"}
# gpu2ipu: IPU601 `mish` of `keras.activations` came with TensorFlow 2.13 and is not in TensorFlow 2.6: implement it yourself
# gpu2ipu: IPU601 `celu` of `keras.activations` came with Keras 3.7 and is not in TensorFlow 2.6: implement it yourself
model = keras.Sequential(
    [
        keras.layers.Dense(8, "mish", kernel_initializer="glorot_uniform"),
        keras.layers.Dense(8, activation="leaky_relu", kernel_initializer="Orthogonal"),
        keras.layers.Activation("celu"),
        keras.layers.Dense(8, **options),
        keras.layers.Dense(8, activation="silu"),
    ]
)
# gpu2ipu: IPU601 `adamw` of `keras.optimizers` came with TensorFlow 2.12 and is not in TensorFlow 2.6: `gpu2ipu explain keras.optimizers.AdamW` prints code for TensorFlow 2.6 that does the same
# gpu2ipu: IPU601 `r2_score` of `keras.metrics` came with TensorFlow 2.13 and is not in TensorFlow 2.6: implement it yourself
model.compile("adamw", loss={"a": "mse"}, metrics=["r2_score", "mae", "Precision", "Recall", "AUC"])
# gpu2ipu: IPU601 `kld` of `keras.metrics` is not in TensorFlow 2.6: use `tf.keras.metrics.KLDivergence(name="kld")`
model.compile("adam", "mse", metrics={"a": [tf.keras.metrics.kl_divergence, "kld", "MeanIoU"]})
same = keras.initializers.get("Identity")
