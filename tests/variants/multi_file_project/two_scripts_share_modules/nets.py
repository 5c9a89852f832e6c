from tensorflow import keras


def network():
    model = keras.Sequential([keras.layers.Dense(6, activation="elu", input_shape=(4,)), keras.layers.Dense(1)])
    model.compile(optimizer="adam", loss="mae")
    return model
