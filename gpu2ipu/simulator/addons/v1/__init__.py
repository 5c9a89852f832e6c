"""Emulates `ipu_tensorflow_addons.v1`, which has modules for programs of TensorFlow 1."""
