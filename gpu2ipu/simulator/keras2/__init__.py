"""The stock Keras 2 of this interpreter: where its modules are, and the optimizers of TensorFlow 2.6."""
