"""IPU604: syntax that Python 3.8, the interpreter of the SDK, does not have."""
