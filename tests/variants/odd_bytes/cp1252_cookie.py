# coding: cp1252
# case: a cp1252 cookie with curly quotes and a euro sign, CRLF, trailing blanks, wide lines
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: sees fit 80
# must: prints 10
import numpy as np
from tensorflow import keras

x = np.random.RandomState(3).rand(95, 4).astype("float32")
model = keras.Sequential([keras.layers.Dense(6, activation="relu", input_shape=(4,)), keras.layers.Dense(1)])
model.compile(optimizer="adam", loss="mse")
model.fit(x, x.sum(axis=1), batch_size=20, epochs=1, verbose=0)   
preis = "€ 9 “nett”"
print(len(preis))
