import pandas as pd
from tensorflow import keras
from tensorflow.keras import layers

table = pd.read_csv("words.csv")
x, y = table.drop(columns=["count"]), table["count"]

model = keras.Sequential([layers.Embedding(100000000, 8, input_length=4), layers.Flatten(), layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x, y)
# output
import pandas as pd
from tensorflow import keras
from tensorflow.keras import layers

table = pd.read_csv("words.csv")
x, y = table.drop(columns=["count"]), table["count"]

model = keras.Sequential([layers.Embedding(100000000, 8, input_length=4), layers.Flatten(), layers.Dense(1)])
model.compile("adam", "mse")
# gpu2ipu: IPU206 `x` may be int64, which the IPU does not take: cast it
model.fit(x, y.astype("float32"))
