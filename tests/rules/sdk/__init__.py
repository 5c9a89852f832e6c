"""Tests of `gpu2ipu.rules.sdk`."""
