"""Tests of `gpu2ipu.analysis.values`."""
