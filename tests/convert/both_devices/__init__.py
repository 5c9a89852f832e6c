"""Ports and originals as one script."""
