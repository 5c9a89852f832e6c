"""Tests of `gpu2ipu.rules.tf26.tables`."""
