"""What `gpu2ipu explain` says of a name of TensorFlow or Keras."""
