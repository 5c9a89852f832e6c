"""Modules of standalone Keras that `tensorflow.keras` of TensorFlow 2.6 has under another name.

Source: the public API of keras 2.6.0 against that of tensorflow 2.6.3.
"""

from __future__ import annotations

# module below keras -> module below tensorflow.keras that has its public names
MOVED_MODULES = {
    "backend.tensorflow_backend": "backend",
    "utils.np_utils": "utils",
    "utils.data_utils": "utils",
    "utils.generic_utils": "utils",
    "utils.layer_utils": "utils",
    "utils.vis_utils": "utils",
    "utils.io_utils": "utils",
    "layers.core": "layers",
    "layers.convolutional": "layers",
    "layers.pooling": "layers",
    "layers.merge": "layers",
    "layers.normalization": "layers",
    "layers.normalization.batch_normalization": "layers",
    "layers.advanced_activations": "layers",
    "layers.recurrent": "layers",
    "layers.recurrent_v2": "layers",
    "layers.embeddings": "layers",
    "layers.noise": "layers",
    "layers.local": "layers",
    "layers.wrappers": "layers",
    "layers.dense_attention": "layers",
    "engine": "layers",
    "engine.topology": "layers",
    "engine.base_layer": "layers",
    "engine.input_layer": "layers",
    "engine.training": "models",
    "engine.sequential": "models",
    "legacy.preprocessing.image": "preprocessing.image",
    "legacy.preprocessing.sequence": "preprocessing.sequence",
    "legacy.preprocessing.text": "preprocessing.text",
    "optimizer_v1": "optimizers",
    "optimizer_v2.adam": "optimizers",
    "optimizer_v2.rmsprop": "optimizers",
    "optimizer_v2.gradient_descent": "optimizers",
    "optimizers.adam_v2": "optimizers",
    "optimizers.gradient_descent_v2": "optimizers",
    "optimizers.rmsprop_v2": "optimizers",
    "optimizers.adagrad_v2": "optimizers",
    "optimizers.adadelta_v2": "optimizers",
    "optimizers.adamax_v2": "optimizers",
    "optimizers.nadam_v2": "optimizers",
}

# modules of tensorflow.keras that have their names themselves -> the modules that they have besides
FLAT_MODULES = {
    "layers": ("experimental",),
    "models": (),
    "optimizers": ("schedules",),
    "callbacks": ("experimental",),
    "utils": ("experimental",),
    "losses": (),
    "metrics": (),
    "initializers": (),
    "regularizers": (),
    "constraints": (),
    "activations": (),
}
