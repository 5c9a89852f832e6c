"""Tests of gpu2ipu/port/popdist/."""
