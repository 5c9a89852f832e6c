import numpy as np
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
x = np.random.rand(1000, 4)
print(model.predict(x[:1]))
# output
import numpy as np
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
x = np.random.rand(1000, 4)
print(model.predict(x[:1], batch_size=1))
