from keras.layers import Conv2D, Convolution2D

a = Convolution2D(32, 3, 3, border_mode="same", input_shape=(28, 28, 1))
b = Conv2D(32, 5, 5, activation="relu")
c = Conv2D(32, (3, 3), padding="same")
# output
from keras.layers import Conv2D, Convolution2D

a = Convolution2D(32, (3, 3), padding="same", input_shape=(28, 28, 1))
b = Conv2D(32, (5, 5), activation="relu")
c = Conv2D(32, (3, 3), padding="same")
