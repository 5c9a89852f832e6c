from tensorflow import keras

optimizer = keras.optimizers.get({"class_name": "AdamW", "config": {"learning_rate": 0.1}})
plain = keras.optimizers.get({"class_name": "Adam", "config": {"learning_rate": 0.1}})
initializer = keras.initializers.deserialize({"class_name": "OrthogonalInitializer", "config": {"gain": 2.0}})
layer = keras.layers.deserialize(
    {
        "class_name": "Dense",
        "config": {"units": 4, "kernel_initializer": {"class_name": "IdentityInitializer", "config": {}}},
    }
)
# output
from tensorflow import keras

# gpu2ipu: IPU601 `AdamW` of `keras.optimizers` came with TensorFlow 2.12 and is not in TensorFlow 2.6: `gpu2ipu explain keras.optimizers.AdamW` prints code for TensorFlow 2.6 that does the same
optimizer = keras.optimizers.get({"class_name": "AdamW", "config": {"learning_rate": 0.1}})
plain = keras.optimizers.get({"class_name": "Adam", "config": {"learning_rate": 0.1}})
initializer = keras.initializers.deserialize({"class_name": "Orthogonal", "config": {"gain": 2.0}})
layer = keras.layers.deserialize(
    {
        "class_name": "Dense",
        "config": {"units": 4, "kernel_initializer": {"class_name": "Identity", "config": {}}},
    }
)
