"""Emulates `tensorflow.python.ipu.data.ops`; what the original has there is refused by name."""
