import numpy as np
import tensorflow as tf

decoder = tf.keras.models.load_model("decoder.h5")
states = decoder.get_initial_state()
token = np.zeros((1, 1, 8))
rows = np.load("rows.npy")
values = decoder.predict([token] + states)
more = decoder.predict([rows] + [state[: len(rows)] for state in states])
# output
import numpy as np
import tensorflow as tf


def predict_all_rows(model, x, batch_size=None, **options):
    """Predict all samples in full batches: the last batch is padded, and the padding dropped from the result."""
    if np.isscalar(tf.nest.flatten(x)[0]):
        x = np.array(x)
    rows, batch_size = len(tf.nest.flatten(x)[0]), batch_size or 32

    def pad(array):
        return np.concatenate([array] + [array[-1:]] * (-rows % batch_size))

    predictions = model.predict(tf.nest.map_structure(pad, x), batch_size=batch_size, **options)
    return tf.nest.map_structure(lambda array: array[:rows], predictions)


decoder = tf.keras.models.load_model("decoder.h5")
states = decoder.get_initial_state()
token = np.zeros((1, 1, 8))
rows = np.load("rows.npy")
values = decoder.predict([token] + states, batch_size=1)
more = predict_all_rows(decoder, [rows] + [state[: len(rows)] for state in states])
