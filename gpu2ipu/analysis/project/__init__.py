"""Which files belong together, and which file a module is."""
