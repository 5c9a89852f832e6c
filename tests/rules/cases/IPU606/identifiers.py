# flags: --select IPU606
from tensorflow import keras

LOSS = "cosine_proximity"


def build(loss="cosine"):
    model = keras.Sequential([keras.layers.Dense(4, kernel_constraint="maxnorm")])
    model.compile("sgd", loss, metrics=["fmeasure", "cosine_proximity", "accuracy"])
    return model


model = keras.Sequential([keras.layers.Dense(4)])
model.compile(optimizer="sgd", loss=LOSS)
model.compile("sgd", {"a": "cosine_proximity", "b": "mse"})
model.compile("sgd", loss=keras.losses.get("cosine_proximity"))
model = build()
print("cosine_proximity")
# output
from tensorflow import keras

LOSS = "cosine_similarity"


def build(loss="cosine_similarity"):
    model = keras.Sequential([keras.layers.Dense(4, kernel_constraint="maxnorm")])
    # gpu2ipu: IPU606 `fmeasure` of `keras.metrics` is not in TensorFlow 2.6: compute it from predictions
    model.compile("sgd", loss, metrics=["fmeasure", "cosine_proximity", "accuracy"])
    return model


model = keras.Sequential([keras.layers.Dense(4)])
model.compile(optimizer="sgd", loss=LOSS)
model.compile("sgd", {"a": "cosine_similarity", "b": "mse"})
model.compile("sgd", loss=keras.losses.get("cosine_similarity"))
model = build()
print("cosine_proximity")
