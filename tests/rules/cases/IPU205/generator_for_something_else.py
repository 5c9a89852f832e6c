from tensorflow import keras


def names():
    yield "first"
    yield "second"


for name in names():
    print(keras.models.load_model(f"{name}.h5").count_params())
