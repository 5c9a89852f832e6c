"""Compares the records of an original and its port: which numbers must agree, how closely, and why they may not."""
