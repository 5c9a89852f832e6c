"""Tests of `gpu2ipu.analysis.project`."""
