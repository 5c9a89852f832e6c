"""Tests of `gpu2ipu.reports`."""
