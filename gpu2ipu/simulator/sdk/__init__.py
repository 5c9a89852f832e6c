"""Graphcore's SDKs: which is emulated, what is public in each, and what is refused and why."""
