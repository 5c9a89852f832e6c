"""Tests of gpu2ipu/simulator/ipu/_pipelining/."""
