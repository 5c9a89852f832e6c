from keras.layers import Conv2D

a = Conv2D(32, 3, 2, activation="relu")
# output
from keras.layers import Conv2D

a = Conv2D(32, 3, strides=2, activation="relu")
