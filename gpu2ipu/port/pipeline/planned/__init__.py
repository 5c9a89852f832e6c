"""Planned stages: a plan that `gpu2ipu plan` wrote, found again in the script."""
