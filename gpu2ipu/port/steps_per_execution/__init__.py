"""The `steps_per_execution` of each `compile`: which calls it must suit, the arithmetic, where it is written."""
