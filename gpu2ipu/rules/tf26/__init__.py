"""IPU601 to 608: names and arguments that TensorFlow 2.6, the one of the SDK, does not have or has elsewhere."""
