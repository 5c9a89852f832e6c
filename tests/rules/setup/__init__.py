"""Tests of `gpu2ipu.rules.setup`."""
