"""Generator input: how Python generators, Sequences and image iterators become datasets."""
