"""Tests of `gpu2ipu.review`."""
