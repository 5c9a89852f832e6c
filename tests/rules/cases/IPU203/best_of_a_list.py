import numpy as np
import tensorflow as tf
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()
x, y = np.zeros((64, 4), "float32"), np.zeros((64, 1), "float32")


def train(units):
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(units, input_shape=(4,)), tf.keras.layers.Dense(1)])
        model.compile("sgd", "mse", steps_per_execution=2)
    return model, model.fit(x, y, batch_size=32)


def report(model, rows):
    print(model.predict(rows))


def loss(trained):
    return trained[1].history["loss"][-1]


best = min([train(4), train(8)], key=loss)
report(best[0], x[:50])
best, _ = max((train(4), train(8)), key=lambda trained: trained[1].history["loss"][-1])
report(best, x[:50])
# output
import numpy as np
import tensorflow as tf
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
x, y = np.zeros((64, 4), "float32"), np.zeros((64, 1), "float32")


def train(units):
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(units, input_shape=(4,)), tf.keras.layers.Dense(1)])
        model.compile("sgd", "mse", steps_per_execution=2)
    return model, model.fit(x, y, batch_size=32)


def report(model, rows):
    print(predict_all_rows(model, rows))


def loss(trained):
    return trained[1].history["loss"][-1]


best = min([train(4), train(8)], key=loss)
report(best[0], x[:50])
best, _ = max((train(4), train(8)), key=lambda trained: trained[1].history["loss"][-1])
report(best, x[:50])
