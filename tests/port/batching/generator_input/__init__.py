"""Tests of `gpu2ipu.port.batching.generator_input`."""
