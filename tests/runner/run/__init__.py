"""Tests of `gpu2ipu.runner.run`."""
