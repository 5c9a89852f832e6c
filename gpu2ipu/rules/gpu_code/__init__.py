"""IPU501, 502, 503, 505, 506, 511, 514: code that only a GPU or a TPU needs."""
