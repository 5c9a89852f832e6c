"""Tests of what runs a script without training and measures its models."""
