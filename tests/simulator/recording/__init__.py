"""Tests of gpu2ipu/simulator/recording/."""
