"""Tests of the codemod."""
