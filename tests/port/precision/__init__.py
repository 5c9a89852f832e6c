"""Tests of `gpu2ipu.port.precision`."""
