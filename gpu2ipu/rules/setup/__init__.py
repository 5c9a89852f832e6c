"""IPU101 to 104, IPU504, 507, 509, 512, 513: the import, the configuration and the strategy of the IPU."""
