"""Emulates `ipu_tensorflow_addons`: Keras layers and optimizers that the SDK has in addition to those of Keras.

The source of each module is the file of the same name in graphcore/ipu_tensorflow_addons, branch r2.6/sdk-release-3.4;
modules whose names begin with an underscore are our own and name theirs.
"""
