"""Tests of gpu2ipu/simulator/keras/extensions/_execution/."""
