"""One execution of a Keras model: the functions that stock Keras calls, and their programs."""
