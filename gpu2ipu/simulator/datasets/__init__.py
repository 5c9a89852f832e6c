"""Stand-ins for the files behind `keras.datasets`."""
