"""Plans of models of a few lines of code."""
