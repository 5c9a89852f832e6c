import numpy as np
from tensorflow import keras

data = {"x": np.random.rand(640, 4), "y": np.random.randint(3, size=640)}

model = keras.models.load_model("model.h5")
model.fit(**data)
model.fit(*(data["x"], data["y"]))
# output
import numpy as np
from tensorflow import keras

data = {"x": np.random.rand(640, 4), "y": np.random.randint(3, size=640)}

model = keras.models.load_model("model.h5")
model.fit(**{**data, "y": data["y"].astype("int32")})
model.fit(*(data["x"], data["y"].astype("int32")))
