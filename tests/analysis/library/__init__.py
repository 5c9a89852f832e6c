"""Tests of `gpu2ipu.analysis.library`."""
