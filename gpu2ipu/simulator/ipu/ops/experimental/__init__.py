"""Emulates `tensorflow.python.ipu.ops.experimental`."""
