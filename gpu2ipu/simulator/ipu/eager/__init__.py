"""Emulates `tensorflow.python.ipu.eager`."""
