"""Pipelines: which layers of a model go on which IPU, and how a script says so."""
