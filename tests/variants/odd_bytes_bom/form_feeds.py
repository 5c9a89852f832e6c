# case: a byte order mark, form feeds between the sections, blank lines with blanks in them
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: sees fit 100
import numpy as np
from tensorflow import keras


   
x = np.random.RandomState(5).rand(119, 4).astype("float32")
model = keras.Sequential([keras.layers.Dense(6, activation="relu", input_shape=(4,)), keras.layers.Dense(1)])

model.compile(optimizer="adam", loss="mse")
model.fit(x, x.sum(axis=1), batch_size=20, epochs=1, verbose=0)
