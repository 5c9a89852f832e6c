from tensorflow.keras.layers import Conv2D

a = Conv2D(32, 3, 2, activation="relu")
