# case: UTF-8 with emoji, CJK and a no-break space in strings, CRLF throughout
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: sees fit 100
# must: prints 115
# 学習 – Überblick 🚀
import numpy as np
from tensorflow import keras

x = np.random.RandomState(2).rand(115, 4).astype("float32")
model = keras.Sequential([keras.layers.Dense(6, activation="relu", input_shape=(4,)), keras.layers.Dense(1)])
model.compile(optimizer="adam", loss="mse")
model.fit(x, x.sum(axis=1), batch_size=20, epochs=1, verbose=0)
print("训练 ✅\u00a0%d" % len(x))
