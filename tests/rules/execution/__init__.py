"""Tests of `gpu2ipu.rules.execution`."""
