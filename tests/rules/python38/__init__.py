"""Tests of `gpu2ipu.rules.python38`."""
