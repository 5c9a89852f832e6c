"""Tests of gpu2ipu/simulator/datasets/."""
