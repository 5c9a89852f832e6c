import numpy as np
from tensorflow import keras
from tensorflow.keras import layers
from ratings import ages, users, y

user = keras.Input((1,), name="user")
age = keras.Input((1,), name="age")
name = layers.Flatten()(layers.Embedding(100, 4)(user))
years = layers.Dense(4, activation="relu")(age)
model = keras.Model(inputs=[user, age], outputs=layers.Dense(1)(layers.Concatenate()([name, years])))
model.compile("adam", "mse")
model.fit({"age": ages, "user": users}, y)
# output
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers
from ratings import ages, users, y

user = keras.Input((1,), name="user")
age = keras.Input((1,), name="age")
name = layers.Flatten()(layers.Embedding(100, 4)(user))
years = layers.Dense(4, activation="relu")(age)
model = keras.Model(inputs=[user, age], outputs=layers.Dense(1)(layers.Concatenate()([name, years])))
model.compile("adam", "mse")
model.fit({"age": ages, "user": np.asarray(users, "int32")}, y)
