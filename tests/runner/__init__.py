"""Tests of `gpu2ipu.runner`, file for file."""
