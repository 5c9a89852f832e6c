"""Tests of `gpu2ipu.analysis.interpreter`."""
