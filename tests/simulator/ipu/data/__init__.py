"""Tests of gpu2ipu/simulator/ipu/data/."""
