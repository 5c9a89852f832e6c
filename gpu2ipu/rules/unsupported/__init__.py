"""IPU910, IPU911: what an IPU, or its strategy, does not have: kernels of operations, callbacks."""
