"""The abstract interpretation of a script: statements, expressions, calls, imports. `facts` is its result."""
