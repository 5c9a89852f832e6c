"""What a script does with Keras: its models, its calls of `fit`, `evaluate` and `predict`, its datasets."""
