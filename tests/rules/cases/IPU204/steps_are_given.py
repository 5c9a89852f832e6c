import numpy as np
from tensorflow import keras

x, y = np.random.rand(320, 4), np.random.rand(320)
x_val, y_val = np.random.rand(100, 4), np.random.rand(100)
some, labels = np.load("some.npy"), np.load("labels.npy")
model = keras.models.load_model("model.h5")
model.fit(x, y, batch_size=32, validation_data=(x_val, y_val), validation_steps=2)
model.fit(x, y, batch_size=32, validation_data=(some, labels), validation_steps=len(some) // 32)
model.fit(x, y, batch_size=32, validation_data=(x_val, y_val), validation_steps=4)
model.fit(x, y, batch_size=20, validation_data=(x_val, y_val), validation_steps=3)
model.fit(x, y, validation_data=(x_val, y_val), validation_steps=2)
model.fit(x, y, validation_data=(x_val, y_val), validation_steps=3)
model.fit(x, y, validation_data=(x_val[:96], y_val[:96]), validation_steps=5)
model.fit(x, y, validation_data=(some, labels), validation_steps=3)
# output
import numpy as np
from tensorflow import keras


def even_batch_size(rows, batch_size):
    """Return a batch size near `batch_size` that divides `rows`; `batch_size` itself if there is none."""
    if rows < 1:
        raise ValueError("there are fewer samples than batches that are taken together")
    whole = min(rows, batch_size)
    near = [*range(whole, (whole - 1) // 2, -1), *range(batch_size + 1, 4 * batch_size + 1)]
    return next((size for size in near if rows % size == 0), whole)


x, y = np.random.rand(320, 4), np.random.rand(320)
x_val, y_val = np.random.rand(100, 4), np.random.rand(100)
some, labels = np.load("some.npy"), np.load("labels.npy")
model = keras.models.load_model("model.h5")
model.fit(x, y, batch_size=32, validation_data=(x_val[:2 * 32], y_val[:2 * 32]), validation_steps=2)
model.fit(x, y, batch_size=32, validation_data=(some[:len(some) // 32 * 32], labels[:len(some) // 32 * 32]), validation_steps=len(some) // 32)
model.fit(x, y, batch_size=32, validation_data=(x_val, y_val), validation_batch_size=25)
model.fit(x, y, batch_size=20, validation_data=(x_val, y_val), validation_steps=3)
model.fit(x, y, validation_data=(x_val, y_val), validation_steps=2)
model.fit(x, y, validation_data=(x_val, y_val), validation_batch_size=25)
model.fit(x, y, validation_data=(x_val[:96], y_val[:96]))
some_batch_size = even_batch_size(len(some), 32)
some_size = len(some) // some_batch_size * some_batch_size
model.fit(x, y, validation_data=(some[:some_size], labels[:some_size]), validation_batch_size=some_batch_size)
