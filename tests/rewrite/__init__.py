"""Tests of `gpu2ipu.rewrite`."""
