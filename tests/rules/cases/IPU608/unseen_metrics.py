from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(10)])
model.compile("adam", "mse", metrics=metrics)
stop = keras.callbacks.EarlyStopping(monitor="val_acc")
