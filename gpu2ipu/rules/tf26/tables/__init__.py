"""Which names and arguments which TensorFlow and Keras has, as data."""
