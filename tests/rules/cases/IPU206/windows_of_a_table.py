import numpy as np
import pandas as pd
from tensorflow import keras

series = pd.read_csv("series.csv").values
windows, following = [], []
for i in range(len(series) - 12):
    windows.append(series[i : i + 12])
    following.append(series[i + 12])
images = np.concatenate([series, series]).reshape(-1, 28, 28, 1)
scaled = np.array(windows) / 255.0
one, two = keras.Sequential([keras.layers.LSTM(3)]), keras.Sequential([keras.layers.Flatten()])
one.compile("sgd", "mse")
two.compile("sgd", "mse")
one.fit(np.array(windows), np.array(following))
two.fit(images, scaled)
# output
import numpy as np
import pandas as pd
from tensorflow import keras

series = pd.read_csv("series.csv").values
windows, following = [], []
for i in range(len(series) - 12):
    windows.append(series[i : i + 12])
    following.append(series[i + 12])
images = np.concatenate([series, series]).reshape(-1, 28, 28, 1)
scaled = np.array(windows) / 255.0
one, two = keras.Sequential([keras.layers.LSTM(3)]), keras.Sequential([keras.layers.Flatten()])
one.compile("sgd", "mse")
two.compile("sgd", "mse")
one.fit(np.array(windows).astype("float32"), np.array(following).astype("float32"))
two.fit(images.astype("float32"), scaled)
