"""Tests of `gpu2ipu plan`."""
