"""Tests of `gpu2ipu.analysis.dataflow`."""
