"""Tests over many files that nobody wrote for them."""
