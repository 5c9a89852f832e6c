"""What becomes of the remainder of a dataset by what it is used for: training, evaluation, prediction."""
