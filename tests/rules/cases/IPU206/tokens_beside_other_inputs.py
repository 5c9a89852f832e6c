import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

data = np.load("ratings.npz")
users, ages, y = data["users"], data["ages"], data["y"].astype("float32")
user = keras.Input((1,))
age = keras.Input((1,))
name = layers.Flatten()(layers.Embedding(100, 4)(user))
years = layers.Dense(4, activation="relu")(age)
model = keras.Model(inputs=[user, age], outputs=layers.Dense(1)(layers.Concatenate()([name, years])))
model.compile("adam", "mse")
model.fit([users, ages], y)
# output
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

data = np.load("ratings.npz")
users, ages, y = data["users"], data["ages"], data["y"].astype("float32")
user = keras.Input((1,))
age = keras.Input((1,))
name = layers.Flatten()(layers.Embedding(100, 4)(user))
years = layers.Dense(4, activation="relu")(age)
model = keras.Model(inputs=[user, age], outputs=layers.Dense(1)(layers.Concatenate()([name, years])))
model.compile("adam", "mse")
model.fit([users.astype("int32"), ages], y)
