"""IPU401, 403, 404: pipelines, which spread the layers of a model over several IPUs."""
