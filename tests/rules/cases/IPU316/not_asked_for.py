from tensorflow import keras

model = keras.Sequential([keras.layers.LSTM(8, input_shape=(20, 3)), keras.layers.Dense(1)])
