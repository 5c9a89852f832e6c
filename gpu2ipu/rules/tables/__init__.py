"""Knowledge of the rules as data."""
