"""IPU301 to 309, IPU508, 902: how many batches an execution takes, and what it may contain."""
