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
model.fit(x.astype("int32"), y.astype("float32"))
