"""Tests of `gpu2ipu.port.steps_per_execution`."""
