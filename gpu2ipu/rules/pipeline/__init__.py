"""IPU401: pipelines, which spread the layers of a model over several IPUs."""
