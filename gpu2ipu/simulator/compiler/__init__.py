"""Stands in for the IPU's compiler: traces programs and checks whether an IPU could run them."""
