"""Tests of `gpu2ipu.analysis.syntax`."""
