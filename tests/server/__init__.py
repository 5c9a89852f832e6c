"""Tests of `gpu2ipu.server`."""
