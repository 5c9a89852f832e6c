"""Emulates `tensorflow.python.ipu.ops`: operations that the SDK adds to TensorFlow."""
