from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse", steps_per_execution=1)
model.fit([0.0], [0.0], callbacks=[keras.callbacks.ModelCheckpoint("best.h5", save_freq=10)])
