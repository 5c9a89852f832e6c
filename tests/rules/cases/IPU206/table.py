import pandas as pd
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from tensorflow import keras
from tensorflow.keras import layers

table = pd.read_csv("patients.csv")
x, y = table.drop(columns=["sick"]), table["sick"].values
x_train, x_test, y_train, y_test = train_test_split(x, y, test_size=0.2)

model = keras.Sequential([layers.Dense(1, activation="sigmoid", input_shape=(8,))])
model.compile("adam", "binary_crossentropy")
model.fit(x_train, y_train, validation_data=(x_test, y_test))
scaler = StandardScaler()
model.fit(scaler.fit_transform(x_train), y_train)
model.fit(x_train / 255.0, y_train.astype("float32"))
# output
import pandas as pd
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from tensorflow import keras
from tensorflow.keras import layers

table = pd.read_csv("patients.csv")
x, y = table.drop(columns=["sick"]), table["sick"].values
x_train, x_test, y_train, y_test = train_test_split(x, y, test_size=0.2)

model = keras.Sequential([layers.Dense(1, activation="sigmoid", input_shape=(8,))])
model.compile("adam", "binary_crossentropy")
model.fit(x_train.astype("float32"), y_train.astype("float32"), validation_data=(x_test.astype("float32"), y_test.astype("float32")))
scaler = StandardScaler()
model.fit(scaler.fit_transform(x_train), y_train.astype("float32"))
model.fit(x_train / 255.0, y_train.astype("float32"))
