"""Tests of `gpu2ipu.port.pipeline`."""
