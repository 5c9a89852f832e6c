"""IPU501, 502, 503, 505, 506: code that only a GPU needs."""
