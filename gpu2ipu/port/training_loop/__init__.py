"""Custom training loops: their steps become functions that `strategy.run` calls."""
