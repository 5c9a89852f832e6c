"""Precision: the number format that the layers of a port compute in."""
