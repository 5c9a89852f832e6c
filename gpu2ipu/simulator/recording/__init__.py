"""Records or reports what a script does when it trains, evaluates and predicts."""
