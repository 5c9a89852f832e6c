from \
    keras.layers import Dense
# output
from tensorflow.keras.layers import Dense
