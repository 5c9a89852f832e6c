"""IPU601 to 603, 606 to 608: names and arguments that TensorFlow 2.6, the one of the SDK, lacks or has elsewhere."""
