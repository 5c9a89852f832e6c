"""Tests of `gpu2ipu.rules.unsupported`."""
