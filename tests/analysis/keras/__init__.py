"""Tests of `gpu2ipu.analysis.keras`."""
