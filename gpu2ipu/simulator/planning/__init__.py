"""Run a script without training, and measure the layers of its models, for `gpu2ipu plan`."""
