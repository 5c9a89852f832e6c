"""IPU001: the tool's own comments in a script."""
