"""Tests of `gpu2ipu.port.batching.dataset_uses`."""
