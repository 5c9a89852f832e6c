from tensorflow.python.keras.layers import Dense, LSTM
from tensorflow.python.keras.layers import GRU

KINDS = {"lstm": LSTM}
OPTIONS = {"reset_after": True}
layer = GRU(4, **OPTIONS)
# output
# gpu2ipu: IPU603 `tensorflow.python.keras.layers` is not the Keras that the IPU extends; its `LSTM` and `GRU` have a hard sigmoid, `GRU` no `reset_after`: say so where they are made
from tensorflow.python.keras.layers import Dense, LSTM
# gpu2ipu: IPU603 `tensorflow.python.keras.layers` is not the Keras that the IPU extends; its `LSTM` and `GRU` have a hard sigmoid, `GRU` no `reset_after`: say so where they are made
from tensorflow.python.keras.layers import GRU

KINDS = {"lstm": LSTM}
OPTIONS = {"reset_after": True}
layer = GRU(4, **OPTIONS)
