from keras_like import Sequential

model = Sequential()
# nothing of tensorflow here
