"""What is known of Python, NumPy, pandas, TensorFlow and Keras, as tables and small functions."""
