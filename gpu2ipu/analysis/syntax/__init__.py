"""A parsed script: its tree, its positions, its qualified names."""
