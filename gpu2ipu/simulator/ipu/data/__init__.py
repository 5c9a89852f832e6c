"""Emulates `tensorflow.python.ipu.data`."""
