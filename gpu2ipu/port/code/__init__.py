"""The code that a port gets: expressions as text, arguments, imports, helper functions."""
