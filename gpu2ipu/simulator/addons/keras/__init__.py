"""Emulates `ipu_tensorflow_addons.keras`, which has modules only."""
