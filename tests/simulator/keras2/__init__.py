"""Tests of gpu2ipu/simulator/keras2/."""
