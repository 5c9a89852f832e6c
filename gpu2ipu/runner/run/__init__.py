"""The report of `run`: what an IPU would do with a port."""
