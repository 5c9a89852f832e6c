"""Tests of `gpu2ipu.convert`."""
