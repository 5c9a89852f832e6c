"""Reports: how results are written for people and for other tools."""
