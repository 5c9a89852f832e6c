"""Tests of `gpu2ipu.rules.data`."""
