from tensorflow import keras


def train(model, rows):
    return model.train_on_batch(rows, rows)


first, second = keras.models.load_model("first.h5"), keras.models.load_model("second.h5")
train(first, [[0.0]])
train(second, [[0.0]])
