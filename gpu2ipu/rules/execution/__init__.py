"""IPU301 to 307, IPU309, IPU312, 508, 902: how many batches an execution takes, and what it may contain."""
