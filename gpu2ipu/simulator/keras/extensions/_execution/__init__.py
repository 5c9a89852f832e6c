"""One execution of a Keras model: the functions that stock Keras calls, and the programs behind them."""
