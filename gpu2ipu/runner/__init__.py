"""Runs scripts in child interpreters, records what they learn, and compares an original with its port."""
