from tensorflow import keras

model = keras.Sequential([keras.layers.Embedding(10, 4)])
for _ in range(make_depth()):
    model.add(keras.layers.LSTM(8, return_sequences=True))
model.add(keras.layers.TimeDistributed(keras.layers.Dense(12)))
model.add(keras.layers.Activation("softmax"))
print(model.predict_classes(x_test))
# output
from tensorflow import keras

model = keras.Sequential([keras.layers.Embedding(10, 4)])
for _ in range(make_depth()):
    model.add(keras.layers.LSTM(8, return_sequences=True))
model.add(keras.layers.TimeDistributed(keras.layers.Dense(12)))
model.add(keras.layers.Activation("softmax"))
print(model.predict(x_test).argmax(axis=-1))
