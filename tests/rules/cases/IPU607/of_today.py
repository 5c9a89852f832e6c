from tensorflow import keras

a = keras.layers.Dense(10, kernel_initializer="uniform")
b = keras.layers.Dropout(0.5)
c = Model(input=3)
d = dict(init="uniform", p=0.5)
