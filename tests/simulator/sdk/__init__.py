"""Tests of gpu2ipu/simulator/sdk/."""
