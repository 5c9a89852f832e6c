"""The values of the abstract interpretation: what an expression is known to be."""
