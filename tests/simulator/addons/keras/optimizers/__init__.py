"""Tests of gpu2ipu/simulator/popdist/."""
