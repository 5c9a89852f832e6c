"""Code that only asks for GPUs or sets them up: which statements can be removed, and what they leave behind."""
