"""Tests of `gpu2ipu.source`."""
