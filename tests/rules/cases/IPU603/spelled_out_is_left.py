import tensorflow.python.keras.layers

layer = tensorflow.python.keras.layers.Dense(1)
# output
# gpu2ipu: IPU603 `tensorflow.python.keras.layers` is not the Keras that the IPU extends: write `tensorflow.keras` wherever the script spells it out
import tensorflow.python.keras.layers

layer = tensorflow.python.keras.layers.Dense(1)
