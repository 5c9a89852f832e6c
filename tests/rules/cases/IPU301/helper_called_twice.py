# flags: --all-rules
import numpy as np
from tensorflow import keras

x = np.random.rand(1000, 4).astype("float32")
y = x.sum(axis=1)
x_train, x_test, y_train, y_test = x[:700], x[700:], y[:700], y[700:]


def rmse(model, rows, target):
    return np.sqrt(np.mean((model.predict(rows)[:, 0] - target) ** 2))


model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse")
model.fit(x_train, y_train, batch_size=128, epochs=2)
print("test", rmse(model, x_test, y_test))
print("train", rmse(model, x_train, y_train))
# output
import numpy as np
from tensorflow import keras
from tensorflow.python import ipu


def predict_all_rows(model, x, batch_size=None, **options):
    """Predict all samples in full batches: the last batch is padded, and the padding dropped from the result."""
    rows, batch_size = len(x), batch_size or 32
    padded = np.concatenate([x] + [x[-1:]] * (-rows % batch_size))
    return model.predict(padded, batch_size=batch_size, **options)[:rows]


ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x = np.random.rand(1000, 4).astype("float32")
y = x.sum(axis=1)
x_train, x_test, y_train, y_test = x[:700], x[700:], y[:700], y[700:]


def rmse(model, rows, target):
    return np.sqrt(np.mean((predict_all_rows(model, rows)[:, 0] - target) ** 2))


train_steps = len(x_train) // 128
train_size = train_steps * 128

with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
    model.compile("sgd", "mse", steps_per_execution=max(train_steps, -(-len(x_test) // 32), -(-len(x_train) // 32)))
model.fit(x_train[:train_size], y_train[:train_size], batch_size=128, epochs=2)
print("test", rmse(model, x_test, y_test))
print("train", rmse(model, x_train, y_train))
