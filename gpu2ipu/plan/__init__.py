"""`gpu2ipu plan`: measures the layers of a script's models and splits them into pipeline stages."""
