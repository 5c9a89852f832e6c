# flags: --select IPU202,IPU301
from tensorflow import keras

(x_train, y_train), _ = keras.datasets.mnist.load_data()


def train(model, x, y, **options):
    model.compile("adam", "sparse_categorical_crossentropy")
    model.fit(x, y, **options)
    return model


def build_and_train(batch_size=32):
    model = keras.models.load_model("model.h5")
    model.compile("adam", "sparse_categorical_crossentropy")
    model.fit(x_train, y_train, batch_size=batch_size)


CONFIG = {"batch_size": 128}
train(keras.models.load_model("model.h5"), x_train, y_train, batch_size=128, epochs=2)
build_and_train(**CONFIG)
# output
from tensorflow import keras

(x_train, y_train), _ = keras.datasets.mnist.load_data()


def train(model, x, y, **options):
    train_steps = len(x) // options["batch_size"]
    train_size = train_steps * options["batch_size"]
    model.compile("adam", "sparse_categorical_crossentropy", steps_per_execution=train_steps)
    model.fit(x[:train_size], y[:train_size], **options)
    return model


def build_and_train(batch_size=32):
    train_steps = len(x_train) // batch_size
    train_size = train_steps * batch_size
    model = keras.models.load_model("model.h5")
    model.compile("adam", "sparse_categorical_crossentropy", steps_per_execution=train_steps)
    model.fit(x_train[:train_size], y_train[:train_size], batch_size=batch_size)


CONFIG = {"batch_size": 128}
train(keras.models.load_model("model.h5"), x_train, y_train, batch_size=128, epochs=2)
build_and_train(**CONFIG)
