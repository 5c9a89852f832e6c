from tensorflow import keras


def train(model, rows):
    return model.train_on_batch(rows, rows)


first, second = keras.models.load_model("first.h5"), keras.models.load_model("second.h5")
train(first, [[0.0]])
train(second, [[0.0]])
# output
from tensorflow import keras


def train(model, rows):
    # gpu2ipu: IPU307 `train_on_batch` visits the host at every batch: make it `fit` on a dataset, or a loop inside `strategy.run`; all batches must have one shape
    return model.train_on_batch(rows, rows)


first, second = keras.models.load_model("first.h5"), keras.models.load_model("second.h5")
train(first, [[0.0]])
train(second, [[0.0]])
