"""Pipelines: their rules and options, and how their stages are traced.

No module of the SDK has these names.
"""
