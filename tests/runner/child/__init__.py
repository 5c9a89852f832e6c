"""Tests of `gpu2ipu.runner.child`."""
