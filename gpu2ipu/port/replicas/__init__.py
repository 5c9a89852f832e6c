"""Replicas: copies of the models of a script that share out every batch."""
