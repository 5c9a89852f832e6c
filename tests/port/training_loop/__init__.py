"""Tests of `gpu2ipu.port.training_loop`."""
