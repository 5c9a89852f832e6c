"""Emulates `tensorflow.python.ipu.data.ops`."""
