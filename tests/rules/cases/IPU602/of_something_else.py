from tensorflow import keras


def BatchNormalization(synchronized):
    return keras.layers.BatchNormalization()


layer = BatchNormalization(synchronized=True)
project.load_model("x", safe_mode=False)
