"""Stands in for the IPU's compiler: traces programs, and says whether an IPU would run them."""
