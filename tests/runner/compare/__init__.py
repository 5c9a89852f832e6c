"""Tests of `gpu2ipu.runner.compare`."""
