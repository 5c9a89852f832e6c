"""Tests of `gpu2ipu.explain`."""
