# case: an encoder and a decoder predict by turns; the decoder's inputs are a token and a list of states
# rules: IPU101 IPU102 IPU103 IPU203 IPU301
# port: agrees
# must: contains predict_all_rows(decoder_model, [target] + states)
import numpy as np
from tensorflow import keras

rng = np.random.RandomState(0)
x, y = rng.rand(96, 6, 4).astype("float32"), rng.rand(96, 6, 4).astype("float32")
inputs = keras.Input((None, 4))
_, h, c = keras.layers.LSTM(5, return_state=True)(inputs)
targets = keras.Input((None, 4))
decoder = keras.layers.LSTM(5, return_sequences=True, return_state=True)
out, _, _ = decoder(targets, initial_state=[h, c])
dense = keras.layers.Dense(4)
model = keras.Model([inputs, targets], dense(out))
model.compile("sgd", "mse")
model.fit([x, y], y, batch_size=32)

encoder_model = keras.Model(inputs, [h, c])
state_h, state_c = keras.Input((5,)), keras.Input((5,))
out, hh, cc = decoder(targets, initial_state=[state_h, state_c])
decoder_model = keras.Model([targets] + [state_h, state_c], [dense(out)] + [hh, cc])


def decode(sequence):
    states = encoder_model.predict(sequence)
    target = np.zeros((1, 1, 4), "float32")
    for _ in range(2):
        found, h, c = decoder_model.predict([target] + states)
        target = found
        states = [h, c]
    return target


print(decode(x[:1]))
