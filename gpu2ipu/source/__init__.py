"""Files as text and back without loss: scripts, notebooks, percent-format cells, and where to find them."""
