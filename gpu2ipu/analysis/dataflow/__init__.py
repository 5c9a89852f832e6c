"""Which names and expressions have the same value where, and who calls whom."""
