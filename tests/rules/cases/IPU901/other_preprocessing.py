from tensorflow import keras

model = keras.Sequential([keras.Input((4,), dtype="float32"), keras.layers.Normalization(), keras.layers.Dense(1)])
