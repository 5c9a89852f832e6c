"""Full batches for each call of `fit`, `evaluate` and `predict`. Read `calls` first."""
