"""PopDist: what becomes of scripts whose processes share their gradients."""
