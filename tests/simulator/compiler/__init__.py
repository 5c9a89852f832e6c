"""Tests of gpu2ipu/simulator/compiler/."""
