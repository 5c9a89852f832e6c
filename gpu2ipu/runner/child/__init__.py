"""Child processes: which interpreter and backend a script runs on, and how it is started and ended."""
