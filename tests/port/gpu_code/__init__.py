"""Tests of `gpu2ipu.port.gpu_code`."""
